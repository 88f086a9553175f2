select
    measure,
    'booking' as record_type,
    booking_id as record_id,
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
    cast(our_nights as decimal(18, 2)) as ours,
    cast(their_nights as decimal(18, 2)) as theirs,
    cast(our_nights - their_nights as decimal(18, 2)) as difference,
    cause
from {{ ref('int_unit_comparisons') }}
where nights_off > 0
union all
select
    'open amount of invoices' as measure,
    'sales invoice' as record_type,
    invoices.invoice_id as record_id,
    invoices.open_amount as ours,
    {{ to_money('source.outstanding_amount') }} as theirs,
    cast(invoices.open_amount - {{ to_money('source.outstanding_amount') }} as decimal(18, 2)) as difference,
    'not told' as cause
from {{ ref('fct_sales_invoices') }} as invoices
inner join {{ ref('int_invoices') }} as source on invoices.invoice_id = source.invoice_id
where invoices.status = 'POSTED' and invoices.open_amount <> {{ to_money('source.outstanding_amount') }}
union all
select
    'net of invoices' as measure,
    'sales invoice' as record_type,
    invoice_id as record_id,
    {{ from_cents('net_cents') }} as ours,
    {{ from_cents('item_net_cents') }} as theirs,
    {{ from_cents('net_cents - item_net_cents') }} as difference,
    'not told' as cause
from {{ ref('int_invoices') }}
where {{ beyond_rounding('net_cents', 'item_net_cents') }}
union all
select
    'net of stays that have left' as measure,
    'room stay' as record_type,
    stays.room_stay_id as record_id,
    {{ from_cents('stays.net_cents') }} as ours,
    {{ from_cents('coalesce(invoiced_stays.cents, 0)') }} as theirs,
    {{ from_cents('stays.net_cents - coalesce(invoiced_stays.cents, 0)') }} as difference,
    case when invoiced_stays.cents is null then 'no invoice names the stay' else 'not told' end as cause
from {{ ref('int_room_stays') }} as stays
left join {{ ref('int_invoiced_stays') }} as invoiced_stays
    on stays.room_stay_id = invoiced_stays.room_stay_id and stays.currency_code = invoiced_stays.currency_code
where
    stays.room_stay_status = 'CHECKED_OUT'
    and abs(stays.net_cents - coalesce(invoiced_stays.cents, 0)) > 1
    and (select count(billed.room_stay_id) from {{ ref('int_invoiced_stays') }} as billed) > 0
