{{ config(
    materialized='incremental',
    pre_hook="{{ keep_up_with(known_stay_inputs()) }}",
) }}

{% set said = [
    'room_stay_id', 'record_key', 'version', 'seen_at', 'shape', 'room_stay_status', 'unit_id', 'start_date', 'end_date',
    'net_amount', 'currency_code', 'created_at', 'created_on', 'last_status_change_at', 'last_status_change_on',
    'cancelled_date',
] %}
{% set told = rows_of_lacking(ref('stg_pms__room_stay_versions'), 'room_stay_id', 'inputs') %}
{% set kept = [
    'room_stay_id', 'building_id', 'currency_code', 'is_counted', 'is_sold', 'is_given_up', 'start_date', 'end_date',
    'net_cents', 'booked_on', 'given_up_on', 'loaded_on',
] %}
{% set ever = "cast('0001-01-01' as date)" %}

-- What was sold, as it was known from one date to the next: a row per room stay and span of dates in which nothing that
-- counts changed; a stay that never was sold has one row, without dates. Where several records tell of a stay, the one
-- seen last is right as long as it tells of it. Stays are made anew of which anything is known that was not.
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
        not stays.is_excluded and stays.start_date is not null and stays.end_date is not null as is_counted,
        statuses.occupancy_state = 'occupied' as is_sold,
        stays.room_stay_status in ('CANCELLED', 'NO_SHOW') as is_given_up,
        stays.start_date,
        stays.end_date,
        {{ to_cents('stays.net_amount') }} as net_cents,
        {{ stated_date('stays.created', 'stays.time_zone') }} as booked_on,
        coalesce(stays.cancelled_date, {{ stated_date('stays.last_status_change', 'stays.time_zone') }})
            as given_up_on,
        stays.record_key,
        stays.seen_at,
        stays.shape,
        stays.room_stay_status,
        stays.unit_id,
        loads.loaded_on,
        loads.replaced_on,
        loads.is_first as is_of_first_load
    from stays
    inner join loads on stays.version = loads.version
    left join {{ ref('room_stay_statuses') }} as statuses on stays.room_stay_status = statuses.room_stay_status
),

{% if is_once() -%}
told_again as (
    select room_stay_id
    from versions
    group by room_stay_id
    having count(*) > 1
),

-- Versions of one record follow each other, unless it tells of the stay twice.
told_at_once as (
    select room_stay_id
    from versions
    where room_stay_id in (select told_again.room_stay_id from told_again)
    group by room_stay_id
    having min(record_key) <> max(record_key) or count(distinct loaded_on) < count(*)
),

{% endif -%}
-- Of the time before the first load tells what that found first.
held as (
    select
        *,
        case
            when
                is_of_first_load
                and loaded_on = min(case when is_of_first_load then loaded_on end) over (partition by room_stay_id)
                then {{ ever }}
            else loaded_on
        end as held_from
    from versions
    {% if is_once() -%}
    where room_stay_id in (select told_at_once.room_stay_id from told_at_once)
    {% endif -%}
),

dates as (
    select distinct
        room_stay_id,
        {{ each(list_of(['held_from', 'replaced_on'])) }} as date_day
    from held
),

spans as (
    select
        room_stay_id,
        date_day as known_from,
        lead(date_day) over (partition by room_stay_id order by date_day) as known_to
    from dates
    where date_day is not null
),

in_turn as (
    select
        held.*,
        spans.known_from,
        spans.known_to,
        row_number() over (
            partition by spans.room_stay_id, spans.known_from order by {{ seen_last('held', net='net_cents') }}
        ) as place
    from spans
    inner join held
        on
            spans.room_stay_id = held.room_stay_id
            and spans.known_from >= held.held_from
            and (held.replaced_on is null or spans.known_from < held.replaced_on)
),

in_order as (
    {% if is_once() -%}
    select
        {{ kept | join(', ') }},
        loaded_on as known_from,
        replaced_on as known_to,
        is_of_first_load as is_first
    from {{ all_without('versions', 'told_at_once', 'room_stay_id') }} as told_alone
    union all
    {% endif -%}
    select
        {{ kept | join(', ') }},
        known_from,
        known_to,
        known_from = {{ ever }} as is_first
    from in_turn
    where place = 1
),

on_the_books as (
    select
        *,
        case
            when is_first and is_given_up then booked_on
            when is_first then least(booked_on, loaded_on)
            else known_from
        end as booked_from,
        case when is_given_up then least(given_up_on, loaded_on, known_to) else known_to end as booked_to
    from in_order
    -- Of a stay first seen when it had been given up, what it was before is taken from that first sight.
    where is_sold or (is_first and is_given_up and given_up_on is not null)
),

dated as (
    select
        room_stay_id,
        booked_from as known_from,
        booked_to as known_to,
        building_id,
        currency_code,
        start_date,
        end_date,
        {{ stay_nights('start_date', 'end_date') }} as nights,
        net_cents
    from on_the_books
    where is_counted and booked_from is not null
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
