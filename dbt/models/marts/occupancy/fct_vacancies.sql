{{ config(materialized='view') }}

select
    vacancies.unit_id,
    vacancies.vacant_from,
    vacancies.vacant_to,
    cast({{ days_between('vacancies.vacant_from', 'vacancies.vacant_to') }} as bigint) as nights,
    vacancies.building_id,
    vacancies.unit_type_id,
    vacancies.vacant_to = horizon.end_date as is_open_ended,
    vacancies.next_room_stay_id,
    vacancies.next_start_date
from {{ ref('int_vacancies') }} as vacancies
cross join {{ ref('int_horizon') }} as horizon
