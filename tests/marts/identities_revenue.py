"""Identities of revenue: the three clocks, the nights they come from, and the bridge between them."""

from marts.identity import EARLIEST, TODAY, Identity

FIRST = "where rowid = (select min(rowid) from {})"
CONVERTING = """select stays.building_id from occupancy.fct_room_stays as stays
    join core.dim_buildings as buildings using (building_id)
    where stays.currency_code <> buildings.currency_code"""  # buildings of which a stay is in another currency

REVENUE = (
    Identity(
        "a stay's money is spread over its nights to the cent",
        """from (from occupancy.fct_room_stays where occupancy_state = 'occupied') as stays
        full join (
            select room_stay_id, sum(room_net) as net, sum(room_vat) as vat, sum(room_gross) as gross,
                sum(extras_net) as extras, bool_or(is_day_use) as is_day_use
            from revenue.fct_revenue_nights group by all
        ) as nights using (room_stay_id)
        where (stays.net_amount, stays.vat_amount, stays.gross_amount, stays.extras_net_amount, stays.is_day_use)
            is distinct from (nights.net, nights.vat, nights.gross, nights.extras, nights.is_day_use)
            or stays.gross_amount <> stays.net_amount + stays.vat_amount""",
        f"update revenue.fct_revenue_nights set room_net = room_net + 0.01 {FIRST.format('revenue.fct_revenue_nights')}",
    ),
    Identity(
        "the nights of a sold stay carry the same money in occupancy and in revenue",
        """from (from occupancy.fct_stay_nights where occupancy_state = 'occupied') as nights
        full join (from revenue.fct_revenue_nights where not is_day_use) as earned using (room_stay_id, night_date)
        where nights.net_amount is distinct from earned.room_net or nights.vat_amount is distinct from earned.room_vat
            or nights.gross_amount is distinct from earned.room_gross""",
        """update occupancy.fct_stay_nights set vat_amount = vat_amount + 0.01
        where rowid = (select min(rowid) from occupancy.fct_stay_nights where occupancy_state = 'occupied')""",
    ),
    Identity(
        "days show the revenue of their nights, where no currency is converted",
        f"""select building_id, night_date, days.net, nights.net as earned
        from (select building_id, night_date, sum(room_revenue_net) as net, sum(room_revenue_vat) as vat,
                sum(extras_revenue_net) as extras, sum(day_use_revenue_net) as day_use
            from occupancy.fct_occupancy_daily group by all) as days
        join (select building_id, night_date, sum(room_net) as net, sum(room_vat) as vat, sum(extras_net) as extras,
                coalesce(sum(room_net) filter (is_day_use), 0) as day_use
            from revenue.fct_revenue_nights group by all) as nights using (building_id, night_date)
        where (days.net, days.vat, days.extras, days.day_use)
            is distinct from (nights.net, nights.vat, nights.extras, nights.day_use)
            and building_id not in ({CONVERTING})""",
        f"""update occupancy.fct_occupancy_daily set room_revenue_net = room_revenue_net + 0.01
        where rowid = (select min(days.rowid) from occupancy.fct_occupancy_daily as days
            join revenue.fct_revenue_nights using (building_id, night_date) where building_id not in ({CONVERTING}))""",
    ),
    Identity(
        "gross is net and VAT, everywhere",
        """select 'days' as place from occupancy.fct_occupancy_daily
            where room_revenue_gross <> room_revenue_net + room_revenue_vat
        union all select 'months' from revenue.fct_revenue_monthly where invoiced_gross <> invoiced_net + invoiced_vat
        union all select 'items' from revenue.fct_invoice_items where gross_amount <> net_amount + tax_amount
        union all select 'nights' from revenue.fct_revenue_nights where room_gross <> room_net + room_vat""",
        f"""update revenue.fct_revenue_monthly set invoiced_vat = invoiced_vat + 0.01
        {FIRST.format("revenue.fct_revenue_monthly")}""",
    ),
    Identity(
        "the first clock: months earn what their nights earn",
        """from (from revenue.fct_revenue_monthly where room_earned_net <> 0 or extras_earned_net <> 0) as months
        full join (
            select * from (
                select date_trunc('month', night_date)::date as month, building_id, currency_code, sum(room_net) as room,
                    sum(extras_net) as extras
                from revenue.fct_revenue_nights group by all) where room <> 0 or extras <> 0
        ) as nights using (month, building_id, currency_code)
        where room_earned_net is distinct from room or extras_earned_net is distinct from extras""",
        """update revenue.fct_revenue_monthly set room_earned_net = room_earned_net + 1
        where rowid = (select min(rowid) from revenue.fct_revenue_monthly where room_earned_net <> 0)""",
    ),
    Identity(
        "the second clock: months invoice what the items of their invoices charge, less what was voided",
        """with lines as (
            select coalesce(invoice_date, posted_date) as on_date, voided_date, building_id, currency_code, net_amount,
                coalesce(tax_amount, 0) as tax_amount from revenue.fct_invoice_items where posted_date is not null
            union all
            select coalesce(invoice_date, posted_date), voided_date, building_id, currency_code,
                case when items is null then total_net else 0 end, total_tax
            from receivables.fct_sales_invoices left join (select invoice_id, count(*) as items,
                count(tax_amount) as taxed from revenue.fct_invoice_items group by all) using (invoice_id)
            where posted_date is not null and coalesce(taxed, 0) = 0
        ),
        both_ways as (
            select on_date, building_id, currency_code, net_amount as net, tax_amount as vat from lines
            union all
            select greatest(on_date, voided_date), building_id, currency_code, -net_amount, -tax_amount from lines
            where voided_date is not null
        ),
        invoiced as (
            select date_trunc('month', on_date)::date as month, building_id, currency_code, sum(net) as net,
                sum(vat) as vat from both_ways group by all
        )
        from revenue.fct_revenue_monthly as months full join invoiced using (month, building_id, currency_code)
        where coalesce(invoiced_net, 0) <> coalesce(net, 0) or coalesce(invoiced_vat, 0) <> coalesce(vat, 0)""",
        """update revenue.fct_invoice_items set net_amount = net_amount + 0.01
        where rowid = (select min(rowid) from revenue.fct_invoice_items
            where posted_date is not null and voided_date is null)""",
    ),
    Identity(
        "the third clock: months receive what was put against invoices and accounts",
        """from revenue.fct_revenue_monthly as months
        full join (
            select date_trunc('month', allocation_date)::date as month, building_id, currency_code,
                sum(applied_amount) as cash
            from receivables.fct_financial_allocations where is_cash group by all
        ) as receipts using (month, building_id, currency_code)
        where coalesce(cash_received, 0) <> coalesce(cash, 0)""",
        """update receivables.fct_financial_allocations set applied_amount = applied_amount + 0.01
        where rowid = (select min(rowid) from receivables.fct_financial_allocations where is_cash)""",
    ),
    Identity(
        "the bridge: opening + invoiced - earned = closing, which is the next opening, up to this month",
        f"""from (select *, lag(deferred_closing, 1, 0) over ledger as carried, lag(month) over ledger as before,
                lead(month) over ledger as following
            from revenue.fct_revenue_monthly
            window ledger as (partition by building_id, currency_code order by month))
        where deferred_closing <> deferred_opening + invoiced_net - room_earned_net - extras_earned_net
            or deferred_opening <> carried or (before + interval 1 month <> month
                and before >= {EARLIEST} and month <= {EARLIEST} + interval 30 years)
            or (deferred_closing <> 0 and following is null and month < date_trunc('month', {TODAY}))""",
        f"""update revenue.fct_revenue_monthly set deferred_opening = deferred_opening + 0.01
        {FIRST.format("revenue.fct_revenue_monthly")}""",
    ),
    Identity(
        "the bridge closes stay by stay, and each opening is the closing of the row before",
        """from (select *, lag(deferred_closing, 1, 0) over ledger as carried, lead(month) over ledger as following
            from revenue.fct_revenue_bridge_stays
            window ledger as (partition by room_stay_id, building_id, currency_code order by month))
        where deferred_closing <> deferred_opening + invoiced_net - room_earned_net - extras_earned_net
            or deferred_opening <> carried or next_month is distinct from following
            or (invoiced_net = 0 and room_earned_net = 0 and extras_earned_net = 0)""",
        f"""update revenue.fct_revenue_bridge_stays set deferred_opening = deferred_opening + 0.01
        {FIRST.format("revenue.fct_revenue_bridge_stays")}""",
    ),
    Identity(
        "what is deferred on stays is what is deferred in their building, in every month; what names no stay is of stay -1",
        """select months.month, months.building_id, months.currency_code, months.deferred_closing,
            sum(stays.deferred_closing) as of_stays, months.deferred_opening, months.invoiced_net,
            sum(stays.invoiced_net) filter (stays.month = months.month) as net
        from revenue.fct_revenue_monthly as months
        left join revenue.fct_revenue_bridge_stays as stays
            on months.building_id = stays.building_id and months.currency_code = stays.currency_code
            and stays.month <= months.month and (stays.next_month is null or stays.next_month > months.month)
        group by months.month, months.building_id, months.currency_code, months.deferred_closing, months.deferred_opening,
            months.invoiced_net
        having months.deferred_closing <> coalesce(sum(stays.deferred_closing), 0)
            or months.invoiced_net <> coalesce(sum(stays.invoiced_net) filter (stays.month = months.month), 0)
        union all
        select month, building_id, currency_code, null, sum(deferred_closing), null, null, null
        from revenue.fct_revenue_bridge_stays as stays
        anti join revenue.fct_revenue_monthly as months using (month, building_id, currency_code) group by all""",
        """delete from revenue.fct_revenue_bridge_stays
        where rowid = (select min(rowid) from revenue.fct_revenue_bridge_stays where deferred_closing <> 0)""",
    ),
    Identity(
        "base-currency columns are the columns themselves where the currency is the base, and the rates' elsewhere",
        """from revenue.fct_revenue_monthly where currency_code = base_currency_code
            and (earned_net_base, invoiced_net_base, cash_received_base)
            is distinct from (room_earned_net + extras_earned_net, invoiced_net, cash_received)
        union all
        from revenue.fct_revenue_monthly where invoiced_net = 0 and invoiced_net_base <> 0""",
        """update revenue.fct_revenue_monthly set invoiced_net_base = invoiced_net_base + 0.01
        where rowid = (select min(rowid) from revenue.fct_revenue_monthly where currency_code = base_currency_code)""",
    ),
)
