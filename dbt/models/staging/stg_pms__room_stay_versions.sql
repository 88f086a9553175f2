{{ config(materialized='view') }}

{% set lasting = [
    'rate_code', 'rate_type', 'channel_id', 'market_segment_id', 'currency_code', 'created_at', 'created_on',
    'confirmed_at', 'confirmed_on', 'contract_signed_at', 'contract_signed_on', 'extras',
] %}
{% set added = ['rate_code', 'rate_type', 'confirmed_at', 'contract_signed_at', 'last_status_change_at'] %}
{% set by_stay = 'partition by stay_key order by valid_from' %}{# Spark allows no named window in a view #}
{% set of_status = ['last_status_change_at', 'last_status_change_on', 'cancelled_date'] %}

-- One row per room stay and version of its record, from both shapes of the booking list. What a flat row leaves out is
-- taken from the answer for that stay, unless the row states one of these fields; `content_version` identifies the
-- versions of both. For a version that has ended, the last answer before its end counts, else the first one after it,
-- so that the books of the past do not move.
with details as (
    select
        *,
        lag(valid_from) over ({{ by_stay }}) is null as is_first_read,
        lead(valid_from) over ({{ by_stay }}) as next_valid_from
    from {{ ref('stg_pms__room_stay_detail_records') }}
)

select
    {{ all_but(
        ['booking_id', 'untyped_fields'] + lasting + of_status, ref('stg_pms__room_stay_records'), 'records'
    ) }},
    -- A stay may lack the id of its booking. The id is then a negative number made of the reference; without a
    -- reference each stay is a booking of its own.
    coalesce(
        records.booking_id, details.booking_id,
        -1 - {{ whole_number("coalesce(records.booking_reference, 'stay/' || records.room_stay_id)") }}
    ) as booking_id,
    {% for column in lasting -%}
    coalesce(records.{{ column }}, details.{{ column }}) as {{ column }},
    {% endfor -%}
    {% for column in of_status -%}
    coalesce(
        records.{{ column }},
        case when records.room_stay_status = details.room_stay_status then details.{{ column }} end
    ) as {{ column }},
    {% endfor -%}
    case
        when details.version is null then records.version
        else {{ fingerprint(['records.version', 'details.version']) }}
    end as content_version
from {{ ref('stg_pms__room_stay_records') }} as records
left join {{ earlier_versions('bookings') }} as ended on records.version = ended.version
left join details
    on
        records.record_key = details.stay_key
        and (details.is_first_read or ended.valid_to is null or details.valid_from < ended.valid_to)
        and coalesce(details.next_valid_from >= ended.valid_to, details.next_valid_from is null)
        {%- for column in added %}
        and records.{{ column }} is null
        {%- endfor %}
where records.room_stay_id is not null
