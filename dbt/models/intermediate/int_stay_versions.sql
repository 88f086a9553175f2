{{ config(
    materialized='incremental',
    pre_hook="{{ keep_up_with(known_stay_inputs()) }}",
) }}

{% set said = [
    'room_stay_id', 'version', 'valid_from', 'shape', 'room_stay_status', 'start_date', 'end_date', 'net_amount',
    'currency_code', 'created_at', 'created_on', 'last_status_change_at', 'last_status_change_on', 'cancelled_date',
] %}
{% set told = rows_of_lacking(ref('stg_pms__room_stay_versions'), 'room_stay_id', 'inputs') %}

-- What was sold, as it was known from one date to the next: a row per room stay and span of dates in which nothing that
-- counts changed; a stay that never was sold has one row, without dates. Stays are made anew of which anything is known
-- that was not.
with inputs as (
    select * from {{ lacking(known_stay_inputs()) }}
),

loads as (
    {{ known_spans(
        ref('stg_pms__booking_versions'),
        records=rows_of_lacking(ref('stg_pms__booking_versions'), 'record_key', told),
    ) }}
),

stays as (
    {{ stay_places(told, said) }}
),

versions as {{ once() }} (
    select
        stays.room_stay_id,
        stays.building_id,
        coalesce(stays.currency_code, stays.building_currency_code) as currency_code,
        statuses.occupancy_state = 'occupied' as is_sold,
        stays.room_stay_status in ('CANCELLED', 'NO_SHOW') as is_given_up,
        stays.start_date,
        stays.end_date,
        {{ to_cents('stays.net_amount') }} as net_cents,
        {{ stated_date('stays.created', 'stays.time_zone') }} as booked_on,
        coalesce(stays.cancelled_date, {{ stated_date('stays.last_status_change', 'stays.time_zone') }})
            as given_up_on,
        stays.valid_from,
        stays.shape,
        loads.loaded_on,
        loads.replaced_on as replaced_by_itself_on,
        loads.is_first as is_of_first_load
    from stays
    inner join loads on stays.version = loads.version
    left join {{ ref('room_stay_statuses') }} as statuses on stays.room_stay_status = statuses.room_stay_status
    where not stays.is_excluded and stays.start_date is not null and stays.end_date is not null
),

{% if is_once() -%}
told_again as (
    select room_stay_id
    from versions
    group by room_stay_id
    having count(*) > 1
),

{% endif -%}
-- What another record says of the stay later holds from then on.
in_order as (
    {% if is_once() -%}
    select
        *,
        replaced_by_itself_on as replaced_on,
        is_of_first_load as is_first
    from {{ all_without('versions', 'told_again', 'room_stay_id') }} as told_once
    union all
    {% endif -%}
    select
        *,
        least(replaced_by_itself_on, lead(loaded_on) over by_load) as replaced_on,
        is_of_first_load and row_number() over by_load = 1 as is_first
    from versions
    {% if is_once() -%}
    where room_stay_id in (select told_again.room_stay_id from told_again)
    {% endif -%}
    window by_load as (partition by room_stay_id order by loaded_on, valid_from, shape)
),

on_the_books as (
    select
        *,
        case
            when is_first and is_given_up then booked_on
            when is_first then least(booked_on, loaded_on)
            else loaded_on
        end as known_from,
        case when is_given_up then least(given_up_on, loaded_on) else replaced_on end as known_to
    from in_order
    -- Of a stay first seen when it had been given up, what it was before is taken from that first sight.
    where is_sold or (is_first and is_given_up and given_up_on is not null)
),

dated as (
    select
        room_stay_id,
        known_from,
        known_to,
        building_id,
        currency_code,
        start_date,
        end_date,
        {{ stay_nights('start_date', 'end_date') }} as nights,
        net_cents
    from on_the_books
    where known_from is not null
)

select
    inputs.room_stay_id,
    changes.known_from,
    changes.known_to,
    changes.building_id,
    changes.currency_code,
    changes.start_date,
    changes.end_date,
    changes.nights,
    changes.net_cents,
    inputs.fingerprint
from inputs
left join (
    {{ known_changes('dated', 'room_stay_id', [
        'building_id', 'currency_code', 'start_date', 'end_date', 'nights', 'net_cents',
    ]) }}
) as changes on inputs.room_stay_id = changes.room_stay_id
