{{ config(materialized='table') }}

-- The loads that brought what stands of the units, with their business dates: few, and the same until a load brings
-- something.
{{ walk_dates('units') }}
