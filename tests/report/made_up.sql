-- The contract's tables from two frames: buildings_frame and stays_frame (see made_up.py).
create schema core; create schema occupancy; create schema revenue; create schema receivables; create schema quality;

create temp table stays as
select room_stay_id::bigint as room_stay_id, unit_id::bigint as unit_id, building_id::bigint as building_id, currency_code, state,
    start_date, end_date, booked_on, nightly::decimal(18, 2) as nightly
from stays_frame;

create table core.dim_buildings as select building_id::bigint as building_id, building_name, currency_code from buildings_frame;
create table core.dim_unit_types as select * from (values (1::bigint, 'Studio'), (2::bigint, 'One bedroom')) as t (unit_type_id, unit_type_name);
create table core.dim_units as
select distinct unit_id, 'Unit ' || lpad(unit_id::varchar, 3, '0') as unit_name, building_id, (1 + unit_id % 2)::bigint as unit_type_id
from stays;

create table occupancy.fct_room_stays as
select room_stay_id, unit_id, building_id, state as occupancy_state, 'CHECKED_IN' as room_stay_status, start_date, end_date
from stays where state in ('occupied', 'tentative');

create table occupancy.fct_stay_nights as
select s.room_stay_id, d.night_date, s.unit_id, u.unit_type_id, s.building_id, s.room_stay_id as booking_id, 'CHECKED_IN' as room_stay_status,
    s.nightly as net_amount, (s.nightly * 0.2)::decimal(18, 2) as vat_amount, (s.nightly * 1.2)::decimal(18, 2) as gross_amount,
    s.currency_code, s.end_date - s.start_date >= 28 as is_residential
from (select *, unnest(range(start_date::timestamp, end_date::timestamp, interval 1 day))::date as night_date from stays) as d
join stays as s using (room_stay_id) join core.dim_units as u on u.unit_id = s.unit_id
where s.state = 'occupied';

create table occupancy.fct_unit_nights as
with nights as (
    select unnest(range(getvariable('first')::timestamp, getvariable('last')::timestamp, interval 1 day))::date as night_date
),
spread as (
    select room_stay_id, unit_id, state, unnest(range(start_date::timestamp, end_date::timestamp, interval 1 day))::date as night_date
    from stays
),
one as (
    select unit_id, night_date, arg_min(state, room_stay_id) as state, min(room_stay_id) as room_stay_id, count(*) > 1 as is_conflict
    from spread group by all
)
select u.unit_id, n.night_date, u.building_id, u.unit_type_id, coalesce(o.state, 'vacant') as state,
    case when o.state in ('occupied', 'tentative') then o.room_stay_id end as room_stay_id, coalesce(o.is_conflict, false) as is_conflict
from core.dim_units as u cross join nights as n left join one as o on o.unit_id = u.unit_id and o.night_date = n.night_date;

create table occupancy.fct_occupancy_daily as
with money as (
    select unit_id, night_date, sum(net_amount) as net, sum(vat_amount) as vat, sum(gross_amount) as gross, count(*) as sold
    from occupancy.fct_stay_nights group by all
),
ends as (
    select unit_id, night_date, sum(a)::bigint as arrivals, sum(d)::bigint as departures
    from (
        select unit_id, start_date as night_date, 1 as a, 0 as d from stays where state = 'occupied'
        union all select unit_id, end_date, 0, 1 from stays where state = 'occupied'
    ) group by all
)
select n.night_date, n.building_id, n.unit_type_id, b.building_name, t.unit_type_name,
    count(*) as inventory_nights,
    count(*) filter (n.state = 'closed') as closed_nights,
    count(*) filter (n.state = 'out_of_order') as out_of_order_nights,
    count(*) filter (n.state <> 'closed') as available_nights,
    count(*) filter (n.state not in ('closed', 'out_of_order')) as available_nights_net_ooo,
    count(*) filter (n.state = 'occupied') as occupied_nights,
    count(*) filter (n.state = 'tentative') as tentative_nights,
    count(*) filter (n.state = 'vacant') as vacant_nights,
    count(*) filter (n.is_conflict) as conflict_nights, coalesce(sum(m.sold), 0)::bigint as sold_nights,
    coalesce(sum(e.arrivals), 0)::bigint as arrivals, coalesce(sum(e.departures), 0)::bigint as departures,
    coalesce(sum(m.net), 0)::decimal(18, 2) as room_revenue_net, coalesce(sum(m.vat), 0)::decimal(18, 2) as room_revenue_vat,
    coalesce(sum(m.gross), 0)::decimal(18, 2) as room_revenue_gross, any_value(f.currency_code) as currency_code
from occupancy.fct_unit_nights as n
join core.dim_buildings as b on b.building_id = n.building_id
join buildings_frame as f on f.building_id = n.building_id
join core.dim_unit_types as t on t.unit_type_id = n.unit_type_id
left join money as m on m.unit_id = n.unit_id and m.night_date = n.night_date
left join ends as e on e.unit_id = n.unit_id and e.night_date = n.night_date
group by n.night_date, n.building_id, n.unit_type_id, b.building_name, t.unit_type_name;

create table occupancy.fct_occupancy_monthly as
select date_trunc('month', night_date)::date as month, building_id, building_name, currency_code,
    sum(inventory_nights)::bigint as inventory_nights, sum(closed_nights)::bigint as closed_nights,
    sum(out_of_order_nights)::bigint as out_of_order_nights, sum(available_nights)::bigint as available_nights,
    sum(available_nights_net_ooo)::bigint as available_nights_net_ooo, sum(occupied_nights)::bigint as occupied_nights,
    sum(tentative_nights)::bigint as tentative_nights, sum(vacant_nights)::bigint as vacant_nights,
    sum(conflict_nights)::bigint as conflict_nights, sum(sold_nights)::bigint as sold_nights, sum(arrivals)::bigint as arrivals, sum(departures)::bigint as departures,
    sum(room_revenue_net)::decimal(18, 2) as room_revenue_net,
    (sum(occupied_nights) / nullif(sum(available_nights), 0))::decimal(9, 6) as occupancy_rate,
    (sum(occupied_nights) / nullif(sum(available_nights_net_ooo), 0))::decimal(9, 6) as occupancy_rate_net_ooo,
    (sum(room_revenue_net) / nullif(sum(sold_nights), 0))::decimal(18, 2) as adr,
    (sum(room_revenue_net) / nullif(sum(available_nights), 0))::decimal(18, 2) as revpar
from occupancy.fct_occupancy_daily group by all;

create table occupancy.fct_tenancies as
select room_stay_id as tenancy_id, room_stay_id as contact_id, unit_id, building_id, start_date as first_start_date,
    end_date as last_end_date, (end_date - start_date)::bigint as nights, 1::bigint as stay_count, end_date - start_date >= 28 as is_residential
from stays where state = 'occupied';

create table occupancy.fct_vacancies as
with runs as (
    select *, night_date - row_number() over (partition by unit_id order by night_date)::integer as run
    from occupancy.fct_unit_nights where state = 'vacant'
)
select runs.unit_id, min(night_date) as vacant_from,
    (max(night_date) + 1)::date as vacant_to, count(distinct night_date) as nights, runs.building_id, max(night_date) = getvariable('last') - 1 as is_open_ended,
    arg_min(s.room_stay_id, (s.start_date, s.room_stay_id)) as next_room_stay_id, min(s.start_date) as next_start_date
from runs left join stays as s on s.unit_id = runs.unit_id and s.state = 'occupied' and s.start_date > night_date
group by runs.unit_id, runs.building_id, run;

create table occupancy.stay_versions as
select booked_on, building_id, date_trunc('month', night_date)::date as stay_month, count(*) as nights, sum(nightly)::decimal(18, 2) as net_amount
from (select *, unnest(range(start_date::timestamp, end_date::timestamp, interval 1 day))::date as night_date from stays where state = 'occupied')
group by all;
create macro occupancy.on_the_books(as_of) as table
select stay_month, building_id, sum(nights)::bigint as nights, sum(net_amount)::decimal(18, 2) as net_amount
from occupancy.stay_versions where booked_on <= cast(as_of as date) group by all;

create table receivables.fct_sales_invoices as
select room_stay_id as invoice_id, 'INV-' || room_stay_id as invoice_number, 'INVOICE' as invoice_type, 'POSTED' as status,
    start_date as invoice_date, case when room_stay_id % 17 > 0 then start_date + 14 end::date as due_date, unit_id as finance_account_id,
    building_id, currency_code, (nightly * (end_date - start_date))::decimal(18, 2) as total_net,
    (nightly * (end_date - start_date) * 0.2)::decimal(18, 2) as total_tax,
    (nightly * (end_date - start_date) * 1.2)::decimal(18, 2) as total_gross, 'EXPORTED' as export_status,
    1000 + room_stay_id % (1 + unit_id % 2 * 500) as contact_id, case when unit_id % 3 = 0 then unit_id end as company_id
from stays where state = 'occupied' and start_date <= getvariable('as_of');

create table receivables.fct_invoice_balance_intervals as
select invoice_id, invoice_date as valid_from, case when invoice_id % 4 > 0 then invoice_date + (invoice_id % 50)::integer + 1 end::date as valid_to,
    case when invoice_id % 29 = 0 then -total_gross else total_gross end as open_amount
from receivables.fct_sales_invoices;
create macro receivables.ageing(as_of) as table
select i.invoice_id, i.invoice_number, i.finance_account_id, i.due_date, i.currency_code, b.open_amount,
    cast(as_of as date) - i.due_date as days_past_due,
    case when i.due_date is null then 'no due date' when cast(as_of as date) - i.due_date <= 0 then 'current'
        when cast(as_of as date) - i.due_date <= 30 then '1-30' when cast(as_of as date) - i.due_date <= 60 then '31-60'
        when cast(as_of as date) - i.due_date <= 90 then '61-90' else '91+' end as bucket
from receivables.fct_invoice_balance_intervals as b join receivables.fct_sales_invoices as i using (invoice_id)
where b.valid_from <= cast(as_of as date) and (b.valid_to is null or b.valid_to > cast(as_of as date));

create table revenue.fct_revenue_monthly as
with earned as (
    select date_trunc('month', night_date)::date as month, building_id, currency_code, sum(net_amount) as earned
    from occupancy.fct_stay_nights group by all
),
invoiced as (
    select date_trunc('month', invoice_date)::date as month, building_id, currency_code, sum(total_net) as net, sum(total_tax) as vat, sum(total_gross) as gross
    from receivables.fct_sales_invoices group by all
),
joined as (
    select month, building_id, currency_code, coalesce(earned, 0) as earned, coalesce(net, 0) as net, coalesce(vat, 0) as vat, coalesce(gross, 0) as gross
    from earned full join invoiced using (month, building_id, currency_code)
),
running as (
    select *, sum(net - earned) over (partition by building_id, currency_code order by month) as closing from joined
)
select month, building_id, currency_code, (earned / 10)::decimal(18, 2) as extras_earned_net,
    (earned - extras_earned_net)::decimal(18, 2) as room_earned_net,
    net::decimal(18, 2) as invoiced_net, vat::decimal(18, 2) as invoiced_vat, gross::decimal(18, 2) as invoiced_gross,
    (gross * 0.9)::decimal(18, 2) as cash_received, (closing - net + earned)::decimal(18, 2) as deferred_opening, closing::decimal(18, 2) as deferred_closing
from running;

create table quality.fct_walk_certificates as
select *, getvariable('as_of') as business_date from (
    values
    ('bookings', 'w2', '', now() - interval 3 hour, now() - interval 2 hour, 'id order', 61, 30210, 30210, true, null),
    ('bookings', 'w1', '', now() - interval 30 hour, now() - interval 29 hour, 'id order', 60, 30100, 30100, true, null),
    ('sales_invoices', 'w2', '', now() - interval 3 hour, now() - interval 2 hour, 'windows', 24, 8120, 8120, true, null),
    ('financial_allocations_sales_payments', 'w2', '', now() - interval 3 hour, now() - interval 2 hour, 'windows', 11, 410, 409, false, 'the list moved four times'),
    ('units', 'w1', '', now() - interval 30 hour, now() - interval 29 hour, 'whole', 1, 24, 24, true, null),
    ('unit_access_groups', 'w2', '', now() - interval 3 hour, now() - interval 2 hour, 'whole', 1, 0, 0, true, null)
) as t (stream, walk_id, selection, started_at, ended_at, tier, requests, rows, distinct_ids, complete, reason);

create table receivables.fct_dso_monthly as
select month, currency_code, sum(deferred_closing)::decimal(18, 2) as receivable, sum(invoiced_gross)::decimal(18, 2) as invoiced_gross,
    sum(deferred_closing)::double / nullif(sum(invoiced_gross), 0) * 30 as dso_simple, 21.5 as dso_count_back
from revenue.fct_revenue_monthly group by all;

create table quality.fct_exceptions as
select 'double booking' as kind, 'unit' as record_type, unit_id as record_id, building_id, night_date as on_date, 'two stays on one night' as detail
from occupancy.fct_unit_nights where is_conflict;
create table quality.fct_reconciliations as
select 'open amount of invoices' as measure, 'outstandingAmount of the invoice' as compared_with, currency_code, count(*) as records,
    0::bigint as records_off, sum(open_amount)::decimal(18, 2) as ours, sum(open_amount)::decimal(18, 2) as theirs, 0::decimal(18, 2) as difference
from receivables.ageing(getvariable('as_of')) group by currency_code;
create table receivables.fct_export_reconciliation as
select 'sales invoice' as record_type, invoice_id as record_id, invoice_number as reference, 'not exported' as issue,
    invoice_date as since_date, date_diff('day', invoice_date, getvariable('as_of')) as days_waiting, total_gross as amount, currency_code, building_id
from receivables.fct_sales_invoices where invoice_id % 40 = 0 and invoice_date <= getvariable('as_of');
create table quality.fct_corrections as
select 'plan-' || (n // 8) as plan_id, (n % 8 + 1)::integer as row_number,
    ['invoices-mark-exported', 'notes-add', 'room-stay-status'][n // 8 + 1] as job, 'sales_invoices.set_export_status' as operation,
    'salesInvoices/' || n as target, ['VERIFIED', 'VERIFIED', 'APPROVED', 'SKIPPED', 'QUARANTINED'][n % 5 + 1] as state,
    (10.5 * n)::decimal(18, 2) as amount, if(n % 2 = 0, 'GBP', 'EUR') as currency_code, null::varchar as token, 1::bigint as attempts,
    'sandbox' as environment, now() - interval 2 day as planned_at, 'J. Doe' as approved_by, now() - to_hours(n) as changed_at
from (select unnest(range(24)) as n), (select 1 from buildings_frame limit 1);
create table quality.fct_excluded_buildings as
select 9::bigint as building_id, 'Test Building' as building_name, 3::bigint as units, 231::bigint as room_stays from buildings_frame limit 1;
