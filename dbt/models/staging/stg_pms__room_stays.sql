{{ config(materialized='table') }}

-- One row per room stay as it is now. Where records of both shapes tell of one stay, the one seen last is right.
with newest as (
    select
        *,
        row_number() over (partition by room_stay_id order by seen_at desc, shape desc) as age
    from {{ ref('stg_pms__room_stay_versions') }}
    where is_current
)

select * exclude (record_key, valid_from, is_current, age)
from newest
where age = 1
