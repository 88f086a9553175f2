{{ config(materialized='view') }}

{% set lasting = [
    'rate_code', 'rate_type', 'channel_id', 'market_segment_id', 'currency_code', 'created_at', 'created_on',
    'confirmed_at', 'confirmed_on', 'contract_signed_at', 'contract_signed_on', 'extras',
] %}
{% set of_status = ['last_status_change_at', 'last_status_change_on', 'cancelled_date'] %}

-- One row per room stay and version of its record, from both shapes of the booking list. What a flat row leaves out is
-- taken from the answer for that stay; `content_version` identifies the versions of both.
select
    {{ all_but(
        ['booking_id', 'untyped_fields'] + lasting + of_status, ref('stg_pms__room_stay_records'), 'records'
    ) }},
    -- A stay may lack the id of its booking. The id is then a negative number made of the reference; without a
    -- reference each stay is a booking of its own.
    coalesce(
        records.booking_id, answers.booking_id,
        -1 - {{ whole_number("coalesce(records.booking_reference, 'stay/' || records.room_stay_id)") }}
    ) as booking_id,
    {% for column in lasting -%}
    coalesce(records.{{ column }}, answers.{{ column }}) as {{ column }},
    {% endfor -%}
    {% for column in of_status -%}
    coalesce(
        records.{{ column }},
        case when records.room_stay_status = answers.room_stay_status then answers.{{ column }} end
    ) as {{ column }},
    {% endfor -%}
    coalesce(answers.content_version, records.version) as content_version
from {{ ref('stg_pms__room_stay_records') }} as records
left join {{ ref('stg_pms__room_stay_answers') }} as answers on records.version = answers.version
where records.room_stay_id is not null
