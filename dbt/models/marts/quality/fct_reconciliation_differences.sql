select
    measure,
    'booking' as record_type,
    booking_id as record_id,
    currency_code,
    {{ from_cents('our_cents') }} as ours,
    {{ from_cents('their_cents') }} as theirs,
    {{ from_cents('our_cents - their_cents') }} as difference,
    cause
from {{ ref('int_booking_comparisons') }}
where our_cents <> their_cents
union all
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
union all
select
    measure,
    'sales invoice' as record_type,
    invoice_id as record_id,
    currency_code,
    {{ from_cents('our_cents') }} as ours,
    {{ from_cents('their_cents') }} as theirs,
    {{ from_cents('our_cents - their_cents') }} as difference,
    cause
from {{ ref('int_invoice_differences') }}
union all
select
    measure,
    'room stay' as record_type,
    room_stay_id as record_id,
    currency_code,
    {{ from_cents('our_cents') }} as ours,
    {{ from_cents('their_cents') }} as theirs,
    {{ from_cents('our_cents - their_cents') }} as difference,
    cause
from {{ ref('int_stay_comparisons') }}
where abs(our_cents - their_cents) > 1
