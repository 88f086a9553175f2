{{ config(materialized='view') }}
{%- set held_until = add_days('start_date', 'greatest(nights, 1)') %}

-- Differences between sold nights and the room items of posted invoices that are not void. If no item names a stay, the
-- two cannot be compared and nothing is listed.
-- A night is due once its stay or its month is over.
with due as (
    select
        room_stay_id,
        building_id,
        start_date,
        case
            when end_date <= {{ today() }} then {{ held_until }}
            else least({{ held_until }}, {{ this_month() }})
        end as due_until
    from {{ ref('int_room_stays') }}
    where
        occupancy_state = 'occupied'
        and end_date is not null
        and net_cents > 0
        and start_date < {{ today() }}
),

-- Most stays are invoiced completely in one run of nights. Only the other stays are searched for gaps.
billed_whole as (
    select due.room_stay_id
    from due
    inner join {{ ref('int_billed_runs') }} as billed
        on
            due.room_stay_id = billed.room_stay_id
            and due.start_date >= billed.start_date
            and due.due_until <= billed.end_date
),

open_stays as (
    select due.*
    from due
    left join billed_whole on due.room_stay_id = billed_whole.room_stay_id
    where due.start_date < due.due_until and billed_whole.room_stay_id is null
),

spans as (
    select
        billed.room_stay_id,
        billed.start_date,
        billed.end_date
    from {{ ref('int_billed_runs') }} as billed
    inner join open_stays on billed.room_stay_id = open_stays.room_stay_id
    union all
    select
        room_stay_id,
        due_until as start_date,
        due_until as end_date
    from open_stays
),

swept as (
    select
        room_stay_id,
        start_date,
        lag(end_date) over (partition by room_stay_id order by start_date, end_date) as billed_until
    from spans
),

gaps as (
    select
        open_stays.room_stay_id,
        open_stays.building_id,
        greatest(swept.billed_until, open_stays.start_date) as start_date,
        least(swept.start_date, open_stays.due_until) as end_date
    from swept
    inner join open_stays on swept.room_stay_id = open_stays.room_stay_id
),

never_invoiced as (
    select
        'nights never invoiced' as kind,
        'room stay' as record_type,
        room_stay_id as record_id,
        building_id,
        min(start_date) as on_date,
        case
            when sum({{ days_between('start_date', 'end_date') }}) = 1 then 'The night is'
            else
                sum({{ days_between('start_date', 'end_date') }})
                || ' nights between then and ' || max(end_date) || ' are'
        end || ' on no invoice' as detail
    from gaps
    where start_date < end_date
    group by room_stay_id, building_id
),

sold as (
    select
        room_stay_id,
        currency_code,
        net_cents,
        start_date,
        {{ held_until }} as held_until
    from {{ ref('int_room_stays') }}
    where {{ sells_nights() }}
),

outside as (
    select
        charges.room_stay_id,
        charges.currency_code,
        min(charges.building_id) as building_id,
        min(coalesce(charges.charge_from, charges.invoiced_on)) as on_date,
        max(case when charges.currency_code = sold.currency_code then sold.net_cents end) as sold_cents
    from {{ ref('int_room_charges') }} as charges
    left join sold on charges.room_stay_id = sold.room_stay_id
    where
        charges.room_stay_id is not null
        and not charges.is_credit
        and (
            sold.room_stay_id is null
            or charges.charge_from < sold.start_date
            or charges.last_night < sold.start_date
            or charges.last_night >= sold.held_until
        )
    group by charges.room_stay_id, charges.currency_code
),

-- The sum invoiced for a stay in a currency, less credits, where part of the sum was for nights outside the stay.
by_currency as (
    select
        outside.room_stay_id,
        outside.currency_code,
        outside.on_date,
        coalesce(stays.building_id, outside.building_id) as building_id,
        sum(charges.net_cents) as net_cents
    from outside
    inner join {{ ref('int_room_charges') }} as charges
        on outside.room_stay_id = charges.room_stay_id and outside.currency_code = charges.currency_code
    left join {{ ref('int_room_stays') }} as stays on outside.room_stay_id = stays.room_stay_id
    group by
        outside.room_stay_id,
        outside.currency_code,
        outside.on_date,
        outside.building_id,
        outside.sold_cents,
        stays.building_id
    having sum(charges.net_cents) > coalesce(outside.sold_cents, 0)
),

without_nights as (
    select
        'invoiced without nights' as kind,
        'room stay' as record_type,
        room_stay_id as record_id,
        min(building_id) as building_id,
        min(on_date) as on_date,
        'Invoiced '
        || {{ joined(from_cents('net_cents') ~ " || ' ' || currency_code", 'currency_code') }}
        || ' net for rooms, in part for nights that are not in a sold stay with this id' as detail
    from by_currency
    group by room_stay_id
),

without_a_stay as (
    select
        'invoiced without a stay' as kind,
        'sales invoice' as record_type,
        invoice_id as record_id,
        invoice_building_id as building_id,
        min(invoiced_on) as on_date,
        {{ from_cents('sum(net_cents)') }} || ' net for rooms on items that name no stay' as detail
    from {{ ref('int_room_charges') }}
    where room_stay_id is null
    group by invoice_id, invoice_building_id
    having sum(net_cents) <> 0
),

together as (
    select * from never_invoiced
    union all
    select * from without_nights
    union all
    select * from without_a_stay
)

select *
from together
where (select bool_or(charges.room_stay_id is not null) from {{ ref('int_room_charges') }} as charges)
