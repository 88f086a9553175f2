-- Our figure against the one the API gives for the same thing, per currency; the records that differ are in
-- fct_reconciliation_differences, as many as are counted here.
with stays as (
    select
        'net of stays that have left' as measure,
        'invoiced for the room stay' as compared_with,
        stays.currency_code,
        count(*) as records,
        count(*) filter (where abs(stays.net_cents - coalesce(invoiced_stays.cents, 0)) > 1) as records_off,
        sum({{ from_cents('stays.net_cents') }}) as ours,
        sum({{ from_cents('coalesce(invoiced_stays.cents, 0)') }}) as theirs
    from {{ ref('int_room_stays') }} as stays
    left join {{ ref('int_invoiced_stays') }} as invoiced_stays
        on stays.room_stay_id = invoiced_stays.room_stay_id and stays.currency_code = invoiced_stays.currency_code
    where
        stays.room_stay_status = 'CHECKED_OUT'
        -- Where no item names a stay there is nothing to hold it against.
        and (select count(billed.room_stay_id) from {{ ref('int_invoiced_stays') }} as billed) > 0
    group by stays.currency_code
),

bookings as (
    select
        measure,
        compared_with,
        currency_code,
        count(*) as records,
        count(*) filter (where our_cents <> their_cents) as records_off,
        {{ from_cents('sum(our_cents)') }} as ours,
        {{ from_cents('sum(their_cents)') }} as theirs
    from {{ ref('int_booking_comparisons') }}
    group by measure, compared_with, currency_code
),

nights as (
    select
        'free nights of units' as measure,
        {{ text_of("available nights of the unit's intervals") }} as compared_with,
        'none' as currency_code,
        count(*) as records,
        count(*) filter (where nights_off > 0) as records_off,
        sum(our_nights) as ours,
        sum(their_nights) as theirs
    from {{ ref('int_unit_comparisons') }}
    having count(*) > 0
),

together as (
    select * from bookings
    union all
    select * from nights
    union all
    select
        measure,
        compared_with,
        currency_code,
        records,
        records_off,
        ours,
        theirs
    from {{ ref('int_invoice_comparisons') }}
    union all
    select * from stays
)

select
    measure,
    compared_with,
    currency_code,
    records,
    records_off,
    cast(ours as decimal(18, 2)) as ours,
    cast(theirs as decimal(18, 2)) as theirs,
    cast(ours - theirs as decimal(18, 2)) as difference
from together
