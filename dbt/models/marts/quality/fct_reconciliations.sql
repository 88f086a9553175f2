-- Our figure against the one the API gives for the same thing, per currency; single bookings and units that differ
-- are in fct_reconciliation_differences.
with outstanding as (
    select
        'open amount of invoices' as measure,
        'outstandingAmount of the invoice' as compared_with,
        invoices.currency_code,
        count(*) as records,
        count(*) filter (where invoices.open_amount <> {{ to_money('source.outstanding_amount') }}) as records_off,
        sum(invoices.open_amount) as ours,
        sum({{ to_money('source.outstanding_amount') }}) as theirs
    from {{ ref('fct_sales_invoices') }} as invoices
    inner join {{ ref('int_invoices') }} as source on invoices.invoice_id = source.invoice_id
    -- A void invoice owes nothing whatever it states, and a draft is no claim yet.
    where invoices.status = 'POSTED' and source.outstanding_amount is not null
    group by invoices.currency_code
),

items as (
    select
        'net of invoices' as measure,
        'sum of the invoice items' as compared_with,
        currency_code,
        count(*) as records,
        count(*) filter (where abs(net_cents - item_net_cents) > 1) as records_off,
        sum({{ from_cents('net_cents') }}) as ours,
        sum({{ from_cents('item_net_cents') }}) as theirs
    from {{ ref('int_invoices') }}
    where item_net_cents <> 0
    group by currency_code
),

invoiced_stays as (
    select
        items.room_stay_id,
        sum(invoices.item_turn * items.net_cents) as cents
    from {{ ref('int_invoice_items') }} as items
    inner join {{ ref('int_invoices') }} as invoices on items.invoice_id = invoices.invoice_id
    where invoices.posted_on is not null and invoices.voided_on is null and items.extra_id is null
    group by items.room_stay_id
),

stays as (
    select
        'net of stays that have left' as measure,
        'invoiced for the room stay' as compared_with,
        stays.currency_code,
        count(*) as records,
        count(*) filter (where abs(stays.net_cents - coalesce(invoiced_stays.cents, 0)) > 1) as records_off,
        sum({{ from_cents('stays.net_cents') }}) as ours,
        sum({{ from_cents('coalesce(invoiced_stays.cents, 0)') }}) as theirs
    from {{ ref('int_room_stays') }} as stays
    left join invoiced_stays on stays.room_stay_id = invoiced_stays.room_stay_id
    where
        stays.room_stay_status = 'CHECKED_OUT'
        -- Where no item names a stay there is nothing to hold it against.
        and (select count(billed.room_stay_id) from invoiced_stays as billed) > 0
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
    select * from outstanding
    union all
    select * from items
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
