{{ config(materialized='view') }}

-- Sold stays whose money is missing from figures in another currency: sums over buildings are in the base currency,
-- days of a building in its own.
with foreign_stays as (
    select
        stays.room_stay_id,
        stays.building_id,
        stays.start_date,
        stays.currency_code,
        {{ each(list_of([setting('base_currency'), 'buildings.currency_code'])) }} as wanted_currency
    from {{ ref('int_room_stays') }} as stays
    inner join {{ ref('dim_buildings') }} as buildings on stays.building_id = buildings.building_id
    where
        stays.occupancy_state = 'occupied'
        and (stays.currency_code <> {{ setting('base_currency') }} or stays.currency_code <> buildings.currency_code)
),

first_rates as (
    select
        from_currency,
        to_currency,
        min(valid_from) as valid_from
    from {{ ref('int_currency_rates') }}
    group by from_currency, to_currency
)

select
    'no rate for the currency' as kind,
    'room stay' as record_type,
    stays.room_stay_id as record_id,
    stays.building_id,
    stays.start_date as on_date,
    stays.currency_code || ' has no rate into ' || min(stays.wanted_currency)
    || case when count(distinct stays.wanted_currency) > 1 then ' and ' || max(stays.wanted_currency) else '' end
    || ': its amounts are missing there' as detail
from foreign_stays as stays
left join first_rates as rates
    on stays.currency_code = rates.from_currency and stays.wanted_currency = rates.to_currency
where
    stays.currency_code <> stays.wanted_currency
    and (rates.valid_from is null or stays.start_date is null or stays.start_date < rates.valid_from)
group by stays.room_stay_id, stays.building_id, stays.start_date, stays.currency_code
