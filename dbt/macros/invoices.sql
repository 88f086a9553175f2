{# The statuses of invoices before posting, which the loader asks for by name. #}
{% macro draft_statuses() %}'DRAFT', 'PENDING', 'CREATED'{% endmacro %}

{# The net of an item: its total, else quantity times price, which is what the document says of an item. Both have six decimals, so the
    product of any two fits: in DuckDB it has twelve, in Spark eleven. #}
{% macro net_of_item(total, quantity, price) -%}
    coalesce({{ total }}, try_cast(round({{ quantity }} * {{ price }}, 2) as decimal(17, 4)))
{%- endmacro %}

{#
    Items of invoices, in cents, each with its building: that of its unit, else of its room stay, also of the one that its reference
    names (20191129-00003/805), else of the booking of its invoice, which items have as a column. VAT is null where the item states none.
#}
{% macro placed_invoice_items(items) %}
with items as (
    select
        *,
        split_part(booking_reference, '/', 1) as reference,
        coalesce(room_stay_id, try_cast(split_part(booking_reference, '/', 2) as bigint)) as named_stay_id
    from {{ items }}
),

places as (
    select * from {{ known_stay_places() }} as known_places
),

items_in_units as (
    select
        items.*,
        coalesce(items.room_stay_id, places.room_stay_id) as charged_stay_id,
        coalesce(nullif(units.building_id, -1), nullif(places.building_id, -1)) as own_building_id
    from items
    left join {{ ref('int_units') }} as units on items.unit_id = units.unit_id
    left join places
        on
            items.named_stay_id = places.room_stay_id
            and (items.room_stay_id is not null or items.reference = places.booking_reference)
),

-- Few items in most portfolios. Looking up the bookings of all items would take most of the memory of a build.
unplaced as (
    select
        booking_id,
        reference
    from items_in_units
    where own_building_id is null
),

by_booking as (
    select * from {{ building_of_bookings() }}
    where booking_id in (select unplaced.booking_id from unplaced)
),

by_reference as (
    select
        booking_reference,
        {{ at_min('building_id', ['is_gone', 'building_id']) }} as building_id
    from places
    where
        building_id <> -1
        and booking_reference in (select unplaced.reference from unplaced)
    group by booking_reference
)

select
    items_in_units.*,
    coalesce(items_in_units.own_building_id, by_booking.building_id, by_reference.building_id, -1) as building_id,
    {{ to_cents('items_in_units.total_net') }} as net_cents,
    case when items_in_units.total_tax is not null then {{ to_cents('items_in_units.total_tax') }} end as tax_cents,
    items_in_units.total_net is not null as states_net
from items_in_units
left join by_booking on items_in_units.booking_id = by_booking.booking_id
left join by_reference on items_in_units.reference = by_reference.booking_reference
{% endmacro %}

{# The building of an item, of one that names no place that of its invoice. #}
{% macro building_of_item() %}coalesce(nullif(items.building_id, -1), invoices.building_id){% endmacro %}

{# True where two sums of an invoice differ by more than rounding explains: half a cent for each item and half for the invoice. #}
{% macro beyond_rounding(cents, item_cents) %}2 * abs({{ cents }} - ({{ item_cents }})) > item_count + 1{% endmacro %}

{#
    Invoices outside the excluded buildings, with their sign, dates and amounts in cents. The building of an invoice is that of its
    first item that names one. `key` names the columns that identify an invoice, in `items` too.
#}
{% macro dated_invoices(invoices, items, key) %}
with invoices as (
    select * from {{ invoices }}
),

-- Most posted invoices have to state their date: one that happens to must not change what all void ones were.
posting as (
    select 2 * count(posted_date) > count(*) as is_stated
    from {{ ref('stg_pms__sales_invoices') }}
    where invoice_status = 'POSTED'
),

item_sums as (
    select
        {{ key | join(', ') }},
        {{ at_min('building_id', 'item_number', 'building_id <> -1') }} as building_id,
        -- Items that state no amount leave it to the header, net and VAT each on its own.
        sum(net_cents) filter (where states_net) as net_cents,
        sum(tax_cents) as tax_cents,
        count(*) as items
    from {{ items }}
    group by {{ key | join(', ') }}
),

placed as (
    select
        invoices.*,
        coalesce(item_sums.building_id, bookings.building_id, -1) as building_id,
        -- As the header states it or its two others leave it, else as the items do.
        {% for part, other in [('net', 'tax'), ('tax', 'net')] -%}
        cast(
            case
                when invoices.total_{{ part }} is not null then {{ to_cents('invoices.total_' ~ part) }}
                when invoices.total_gross is not null and invoices.total_{{ other }} is not null
                    then {{ to_cents('invoices.total_gross') }} - {{ to_cents('invoices.total_' ~ other) }}
                else item_sums.{{ part }}_cents
            end
            as bigint
        ) as stated_{{ part }}_cents,
        {% endfor -%}
        case when invoices.total_gross is not null then {{ to_cents('invoices.total_gross') }} end as gross_cents,
        cast(item_sums.net_cents as bigint) as item_net_cents,
        cast(item_sums.tax_cents as bigint) as item_tax_cents,
        coalesce(item_sums.items, 0) as item_count
    from invoices
    left join item_sums
        on {% for column in key %}invoices.{{ column }} = item_sums.{{ column }}{{ ' and ' if not loop.last }}{% endfor %}
    left join {{ building_of_bookings() }} as bookings on invoices.booking_id = bookings.booking_id
),

-- Where only two of gross, net and VAT are given, the third follows.
summed as (
    select
        *,
        coalesce(stated_net_cents, gross_cents - stated_tax_cents) as net_cents,
        coalesce(stated_tax_cents, gross_cents - stated_net_cents) as tax_cents
    from placed
),

signed as (
    select
        *,
        -- Amounts of a credit note are negative (assumed); where a tenant writes them positive they are turned.
        {% for turn, cents in [
            ('turn', 'coalesce(nullif(net_cents, 0), gross_cents, tax_cents)'),
            ('item_turn', 'coalesce(nullif(item_net_cents, 0), item_tax_cents)'),
        ] -%}
        case when invoice_type = 'CREDIT_NOTE' and {{ cents }} > 0 then -1 else 1 end as {{ turn }}{{ ',' if not loop.last }}
        {% endfor %}
    from summed
)

select
    signed.invoice_id,
    signed.version,
    signed.invoice_number,
    signed.invoice_type,
    signed.invoice_status,
    signed.organisation_id,
    signed.invoice_date,
    {{ known_day('signed.due_date') }} as due_date,
    -- The day it became a claim. A void invoice without a posting date was one if it had been found posted; if no load
    -- found it before it was void, only where posting dates are not stated at all.
    case
        when
            signed.invoice_status = 'POSTED'
            or (signed.invoice_status = 'VOID' and coalesce(found_void.was_posted, not posting.is_stated))
            then coalesce(signed.posted_date, found_void.posted_date, signed.invoice_date)
        when signed.invoice_status = 'VOID' then signed.posted_date
    end as posted_on,
    case
        when signed.invoice_status = 'VOID'
            then coalesce(signed.voided_date, found_void.loaded_on, signed.posted_date, signed.invoice_date)
    end as voided_on,
    signed.finance_account_id,
    signed.building_id,
    signed.booking_id,
    signed.contact_id,
    signed.company_id,
    coalesce(signed.currency_code, buildings.currency_code, {{ setting('base_currency') }}) as currency_code,
    signed.item_turn,
    signed.turn * coalesce(signed.net_cents, 0) as net_cents,
    signed.turn * coalesce(signed.tax_cents, 0) as tax_cents,
    signed.turn * coalesce(signed.gross_cents, coalesce(signed.net_cents, 0) + coalesce(signed.tax_cents, 0))
        as gross_cents,
    signed.item_turn * signed.item_net_cents as item_net_cents,
    signed.item_turn * signed.item_tax_cents as item_tax_cents,
    signed.item_count,
    signed.turn * signed.outstanding_amount as outstanding_amount,
    signed.export_status,
    signed.external_id,
    signed.exported_at
from signed
cross join posting
left join {{ found_void() }} as found_void on signed.version = found_void.version
left join {{ ref('int_buildings') }} as buildings on signed.building_id = buildings.building_id
where not coalesce(buildings.is_excluded, false)
{% endmacro %}

{#
    VOID versions of invoices, without a date of voiding or of posting, of which an earlier load had read a version that was not void:
    (version, loaded_on, was_posted, posted_date). loaded_on is the business date of the load that first found the invoice void; the
    other two are from the last version before. So what was owed before that load stays as it was.
#}
{% macro found_void() %}
(
    with dated as (
        select
            versions.invoice_id,
            versions.version,
            versions.valid_from,
            versions.posted_date,
            coalesce(versions.invoice_status, '') = 'VOID' as is_void,
            coalesce(versions.invoice_status, '') = 'POSTED' as is_posted,
            loads.loaded_on
        from {{ ref('stg_pms__sales_invoice_versions') }} as versions
        inner join {{ ref('stg_pms__sales_invoice_loads') }} as loads on versions.version = loads.version
        where versions.invoice_id in (
            select undated.invoice_id
            from {{ ref('stg_pms__sales_invoice_versions') }} as undated
            where undated.invoice_status = 'VOID' and (undated.voided_date is null or undated.posted_date is null)
        )
    ),

    in_order as (
        select
            *,
            max(case when not is_void then valid_from end) over (
                partition by invoice_id order by valid_from rows between unbounded preceding and current row
            ) as stood_at
        from dated
    )

    select
        in_order.version,
        min(in_order.loaded_on) over (partition by in_order.invoice_id, in_order.stood_at) as loaded_on,
        stood.is_posted as was_posted,
        stood.posted_date
    from in_order
    inner join dated as stood on in_order.invoice_id = stood.invoice_id and in_order.stood_at = stood.valid_from
    where in_order.is_void
)
{% endmacro %}

{#
    Invoices of excluded buildings: (invoice_id, is_credit), so that their allocations are left out too. Invoices that are gone are
    included, by their last version. An allocation between one of them and an invoice that counts still changes the latter's balance.
#}
{% macro left_out_invoices() %}
(
    select
        invoices.invoice_id,
        {{ is_credit('invoices') }} as is_credit
    from {{ ref('stg_pms__sales_invoices') }} as invoices
    where invoices.invoice_id not in (select counted.invoice_id from {{ ref('int_invoices') }} as counted)
    union all
    select
        gone.invoice_id,
        gone.is_credit
    from {{ last_of_gone_invoices() }} as gone
    where gone.version not in (select counted.version from {{ ref('int_earlier_invoices') }} as counted)
)
{% endmacro %}

{# The last version of each deleted invoice: (invoice_id, is_credit, version). #}
{% macro last_of_gone_invoices() -%}
(
    select
        earlier.invoice_id,
        {{ at_max(is_credit('earlier'), 'earlier.valid_from') }} as is_credit,
        {{ at_max('earlier.version', 'earlier.valid_from') }} as version
    from {{ ref('stg_pms__earlier_sales_invoices') }} as earlier
    where earlier.invoice_id not in (select invoices.invoice_id from {{ ref('stg_pms__sales_invoices') }} as invoices)
    group by earlier.invoice_id
)
{%- endmacro %}

{#
    Deleted invoices that counted, as they last were: (invoice_id, building_id, currency_code, gross_cents). So the money that is put
    against them, or drawn on them, stays where it was.
#}
{% macro gone_invoices() -%}
(
    select
        earlier.invoice_id,
        earlier.building_id,
        earlier.currency_code,
        earlier.gross_cents
    from {{ ref('int_earlier_invoices') }} as earlier
    inner join {{ last_of_gone_invoices() }} as gone on earlier.version = gone.version
)
{%- endmacro %}

{# Joins to an allocation the deleted invoices at its ends. #}
{% macro with_gone_ends(allocations) -%}
left join gone as gone_target on {{ allocations }}.target_invoice_id = gone_target.invoice_id
left join gone as gone_source on {{ allocations }}.source_invoice_id = gone_source.invoice_id
{%- endmacro %}

{# The building of an allocation: that of the invoice at one of its ends, as it is or last was. #}
{% macro building_of_ends() -%}
coalesce(target.building_id, gone_target.building_id, source.building_id, gone_source.building_id, -1)
{%- endmacro %}

{# The currency of an allocation: its own, else that of the invoice at one of its ends. #}
{% macro currency_of_ends(own) -%}
coalesce(
    {{ own }}, target.currency_code, gone_target.currency_code, source.currency_code, gone_source.currency_code,
    {{ setting('base_currency') }}
)
{%- endmacro %}

{# By the header of the invoice, without its items. #}
{% macro is_credit(row) -%}
    coalesce(
        {{ row }}.invoice_type = 'CREDIT_NOTE' or coalesce({{ row }}.total_gross, {{ row }}.total_net) < 0, false
    )
{%- endmacro %}

{# Joins to an allocation the invoices of excluded buildings at its ends, which tell, too, what it is. #}
{% macro with_left_out_ends(allocations) -%}
left join left_out as left_target on {{ allocations }}.target_invoice_id = left_target.invoice_id
left join left_out as left_source on {{ allocations }}.source_invoice_id = left_source.invoice_id
{%- endmacro %}

{# Condition for an allocation to count: one of its ends does, or none is of an excluded building. #}
{% macro has_an_end_that_counts() -%}
(
    target.invoice_id is not null
    or source.invoice_id is not null
    or (left_target.invoice_id is null and left_source.invoice_id is null)
)
{%- endmacro %}
