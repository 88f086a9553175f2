{{ config(materialized='table') }}

-- The loads that brought the stored versions of units, with their business dates. A table of few rows, which changes
-- only when a load brings new versions.
{{ walk_dates('units') }}
