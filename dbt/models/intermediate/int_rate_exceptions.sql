{{ config(materialized='view') }}

-- Money that is missing from figures in another currency because there is no rate. Money of sold stays is needed in the
-- base currency and in the currency of the building; invoices and cash in the base currency at the end of the month. A
-- stay without dates earns nothing that could be missing.
with foreign_stays as (
    select
        stays.room_stay_id,
        stays.building_id,
        stays.start_date,
        greatest(stays.nights, 1) as shares,
        stays.currency_code,
        {{ each(list_of([
            setting('base_currency'),
            'case when buildings.currency_code <> ' ~ setting('base_currency') ~ ' then buildings.currency_code end',
        ])) }} as wanted_currency
    from {{ ref('int_room_stays') }} as stays
    inner join {{ ref('dim_buildings') }} as buildings on stays.building_id = buildings.building_id
    where
        stays.occupancy_state = 'occupied'
        and stays.start_date is not null
        and stays.end_date is not null
        and (stays.currency_code <> {{ setting('base_currency') }} or stays.currency_code <> buildings.currency_code)
),

-- One rate covers all nights of most stays.
wanted as (
    select stays.*
    from foreign_stays as stays
    left join {{ ref('int_currency_rates') }} as rates
        on
            stays.currency_code = rates.from_currency
            and stays.wanted_currency = rates.to_currency
            and stays.start_date >= rates.valid_from
            and {{ add_days('stays.start_date', 'stays.shares') }} <= rates.valid_to
    where stays.currency_code <> stays.wanted_currency and rates.rate is null
),

-- The other stays may have a rate for some of their nights, so nights with a rate are counted.
converted as (
    select
        stays.room_stay_id,
        stays.wanted_currency,
        sum({{ days_between(
            'greatest(stays.start_date, rates.valid_from)',
            'least(' ~ add_days('stays.start_date', 'stays.shares') ~ ', rates.valid_to)'
        ) }}) as shares
    from wanted as stays
    inner join {{ ref('int_currency_rates') }} as rates
        on
            stays.currency_code = rates.from_currency
            and stays.wanted_currency = rates.to_currency
            and stays.start_date < rates.valid_to
            and {{ add_days('stays.start_date', 'stays.shares') }} > rates.valid_from
    group by stays.room_stay_id, stays.wanted_currency
),

money as (
    select
        'sales invoice' as record_type,
        invoice_id as record_id,
        building_id,
        coalesce(invoice_date, posted_on) as on_date,
        currency_code
    from {{ ref('int_invoices') }}
    where posted_on is not null and currency_code <> {{ setting('base_currency') }}
    union all
    select
        'financial allocation' as record_type,
        allocation_id as record_id,
        building_id,
        allocation_date as on_date,
        currency_code
    from {{ ref('int_allocations') }}
    where is_cash and allocation_date is not null and currency_code <> {{ setting('base_currency') }}
)

select
    'no rate for the currency' as kind,
    money.record_type,
    money.record_id,
    money.building_id,
    money.on_date,
    money.currency_code || ' has no rate into ' || {{ setting('base_currency') }} || ': its amounts are missing there'
        as detail
from money
left join {{ ref('int_currency_rates') }} as rates
    on
        money.currency_code = rates.from_currency
        and rates.to_currency = {{ setting('base_currency') }}
        and {{ last_day_of('money.on_date') }} >= rates.valid_from
        and {{ last_day_of('money.on_date') }} < rates.valid_to
where rates.rate is null
union all
select
    'no rate for the currency' as kind,
    'room stay' as record_type,
    stays.room_stay_id as record_id,
    stays.building_id,
    stays.start_date as on_date,
    stays.currency_code || ' has no rate into ' || min(stays.wanted_currency)
    || case when count(*) > 1 then ' and ' || max(stays.wanted_currency) else '' end
    || ': its amounts are missing there' as detail
from wanted as stays
left join converted
    on stays.room_stay_id = converted.room_stay_id and stays.wanted_currency = converted.wanted_currency
where coalesce(converted.shares, 0) < stays.shares
group by stays.room_stay_id, stays.building_id, stays.start_date, stays.currency_code
