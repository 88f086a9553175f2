{{ config(materialized='table') }}

-- The loads that brought what stands of the booking list, with their business dates: few, and the same until a load
-- brings something.
{{ walk_dates('bookings') }}
