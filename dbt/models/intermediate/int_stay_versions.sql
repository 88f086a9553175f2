{{ config(
    materialized='incremental',
    pre_hook="{{ keep_up_with(known_stay_inputs()) }}",
) }}

{% set stated = [
    'room_stay_id', 'record_key', 'version', 'seen_at', 'shape', 'room_stay_status', 'unit_id', 'start_date', 'end_date',
    'net_amount', 'currency_code', 'created_at', 'created_on', 'confirmed_at', 'confirmed_on', 'last_status_change_at',
    'last_status_change_on', 'cancelled_date',
] %}
{% set stay_records = rows_of_lacking(ref('stg_pms__room_stay_versions'), 'room_stay_id', 'inputs') %}
{% set carried = [
    'room_stay_id', 'building_id', 'currency_code', 'is_counted', 'is_sold', 'is_given_up', 'start_date', 'end_date',
    'net_cents', 'booked_on', 'given_up_on', 'loaded_on',
] %}
{% set before_all = "cast('0001-01-01' as date)" %}

-- Sold stays with the span of dates in which each version was known: one row per room stay and span in which no value
-- of this table changed. A stay that never was sold has one row without dates. Where several records contain a stay,
-- the one seen last is right as long as it contains the stay. Only stays with new versions or loads are computed again.
with inputs as (
    select * from {{ lacking(known_stay_inputs()) }}
),

loads as (
    {{ known_spans(
        ref('stg_pms__booking_loads'),
        records=rows_of_lacking(ref('stg_pms__booking_loads'), 'record_key', stay_records),
    ) }}
),

stays as (
    {{ stay_places(stay_records, stated) }}
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
        coalesce(
            {{ stated_date('stays.created', 'stays.time_zone') }},
            {{ stated_date('stays.confirmed', 'stays.time_zone') }}
        ) as booked_on,
        coalesce(
            {{ known_day('stays.cancelled_date') }}, {{ stated_date('stays.last_status_change', 'stays.time_zone') }}
        ) as given_up_on,
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
repeated as (
    select room_stay_id
    from versions
    group by room_stay_id
    having count(*) > 1
),

-- Stays whose versions may overlap. Versions of one record follow each other, unless the record has the stay twice.
overlapping as (
    select room_stay_id
    from versions
    where room_stay_id in (select repeated.room_stay_id from repeated)
    group by room_stay_id
    having min(record_key) <> max(record_key) or count(distinct loaded_on) < count(*)
),

{% endif -%}
-- The version that the first load found also counts for the time before that load.
valid as (
    select
        *,
        case
            when
                is_of_first_load
                and loaded_on = min(case when is_of_first_load then loaded_on end) over (partition by room_stay_id)
                then {{ before_all }}
            else loaded_on
        end as valid_since
    from versions
    {% if is_once() -%}
    where room_stay_id in (select overlapping.room_stay_id from overlapping)
    {% endif -%}
),

dates as (
    select distinct
        room_stay_id,
        {{ each(list_of(['valid_since', 'replaced_on'])) }} as date_day
    from valid
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
        valid.*,
        spans.known_from,
        spans.known_to,
        row_number() over (
            partition by spans.room_stay_id, spans.known_from order by {{ seen_last('valid', net='net_cents') }}
        ) as place
    from spans
    inner join valid
        on
            spans.room_stay_id = valid.room_stay_id
            and spans.known_from >= valid.valid_since
            and (valid.replaced_on is null or spans.known_from < valid.replaced_on)
),

in_order as (
    {% if is_once() -%}
    select
        {{ carried | join(', ') }},
        loaded_on as known_from,
        replaced_on as known_to,
        is_of_first_load as is_first
    from {{ all_without('versions', 'overlapping', 'room_stay_id') }} as in_sequence
    union all
    {% endif -%}
    select
        {{ carried | join(', ') }},
        known_from,
        known_to,
        known_from = {{ before_all }} as is_first
    from in_turn
    where place = 1
),

on_the_books as (
    select
        *,
        case when is_first then least(booked_on, loaded_on) else known_from end as booked_from,
        case when is_given_up then least(given_up_on, loaded_on, known_to) else known_to end as booked_to
    from in_order
    -- A stay that was already cancelled when it was first seen counts as sold before that, with the same values.
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
    where is_counted
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
