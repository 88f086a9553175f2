{{ config(materialized='view') }}

-- One row per room stay and version of its record, from both shapes of the booking list.
select {{ all_but(['untyped_fields'], ref('stg_pms__room_stay_records'), 'records') }}
from {{ ref('stg_pms__room_stay_records') }} as records
where room_stay_id is not null
