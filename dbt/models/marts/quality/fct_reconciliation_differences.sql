{% set compared = [
    ('booking', 'booking_id', ref('int_booking_comparisons'), 'our_cents <> their_cents'),
    ('sales invoice', 'invoice_id', ref('int_invoice_differences'), 'true'),
    ('room stay', 'room_stay_id', ref('int_stay_comparisons'), 'abs(our_cents - their_cents) > 1'),
] %}

{% for record_type, record_id, comparisons, is_off in compared -%}
select
    measure,
    '{{ record_type }}' as record_type,
    {{ record_id }} as record_id,
    currency_code,
    {{ from_cents('our_cents') }} as ours,
    {{ from_cents('their_cents') }} as theirs,
    {{ from_cents('our_cents - their_cents') }} as difference,
    cause
from {{ comparisons }}
where {{ is_off }}
union all
{% endfor -%}
select
    'free nights of units' as measure,
    'unit' as record_type,
    unit_id as record_id,
    'none' as currency_code,
    cast(our_nights as decimal(18, 2)) as ours,
    cast(their_nights as decimal(18, 2)) as theirs,
    cast(our_nights - their_nights as decimal(18, 2)) as difference,
    cause
from {{ ref('int_unit_comparisons') }}
where nights_off > 0
