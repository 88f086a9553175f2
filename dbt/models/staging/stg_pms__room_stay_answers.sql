{{ config(materialized='table') }}

{% set added = ['rate_code', 'rate_type', 'confirmed_at', 'contract_signed_at', 'last_status_change_at'] %}
{% set by_stay = 'partition by stay_key order by valid_from' %}

-- The answer for a stay that counts for each version of its flat row, unless the row states one of the fields that flat
-- rows leave out. For a version that has ended, the last answer before its end counts, else the first one after it, so
-- that the books of the past do not move.
with details as (
    select
        *,
        lag(valid_from) over ({{ by_stay }}) is null as is_first_read,
        lead(valid_from) over ({{ by_stay }}) as next_valid_from
    from {{ ref('stg_pms__room_stay_detail_records') }}
)

select
    {{ all_but(
        ['record_key', 'stay_key', 'valid_from', 'version', 'untyped_fields'],
        ref('stg_pms__room_stay_detail_records'), 'details'
    ) }},
    records.version,
    {{ fingerprint(['records.version', 'details.version']) }} as content_version
from {{ ref('stg_pms__room_stay_records') }} as records
inner join details on records.record_key = details.stay_key
left join {{ earlier_versions('bookings') }} as ended on records.version = ended.version
where
    (details.is_first_read or ended.valid_to is null or details.valid_from < ended.valid_to)
    and coalesce(details.next_valid_from >= ended.valid_to, details.next_valid_from is null)
    {%- for column in added %}
    and records.{{ column }} is null
    {%- endfor %}
