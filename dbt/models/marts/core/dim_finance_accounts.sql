{% set is_told = 'contact_id is not null or company_id is not null' %}
{% set latest = ['place', 'invoice_id', 'valid_from'] %}

-- The accounts that invoices and allocations name; no list of the API shows the accounts themselves. Whose an account
-- is, its invoices say, of any status, deleted ones too; of an account without one, the invoice or booking to which its
-- money leads.
with accounts as (
    {% for model in ['int_invoices', 'int_earlier_invoices', 'int_allocations'] -%}
    select finance_account_id from {{ ref(model) }}
    where finance_account_id is not null
    {{ 'union' if not loop.last }}
    {% endfor %}
),

invoices as (
    select
        *,
        row_number() over (partition by invoice_id order by place desc, valid_from desc) = 1 as is_last_version
    from {{ ref('int_invoice_debtors') }}
),

payments as (
    select
        finance_account_id,
        coalesce(target_invoice_id, source_invoice_id) as invoice_id,
        payment_reference
    from {{ ref('int_allocations') }} as allocations
    where not exists (
        select 1
        from invoices
        where allocations.finance_account_id = invoices.finance_account_id and ({{ is_told }})
    )
),

links as (
    select
        finance_account_id,
        contact_id,
        company_id,
        invoice_id,
        valid_from,
        place,
        'invoice' as told_by
    from invoices
    where {{ is_told }}
    {% for condition, place, told_by in [
        ('payments.invoice_id = invoices.invoice_id', 3, 'paid invoice'),
        ('payments.payment_reference = invoices.invoice_number', 2, 'payment reference'),
    ] -%}
    union all
    select
        payments.finance_account_id,
        invoices.contact_id,
        invoices.company_id,
        invoices.invoice_id,
        invoices.valid_from,
        {{ place }} as place,
        '{{ told_by }}' as told_by
    from payments
    inner join invoices on {{ condition }}
    where invoices.is_last_version and ({{ is_told }})
    {% endfor -%}
    union all
    select
        payments.finance_account_id,
        bookings.contact_id,
        cast(null as bigint) as company_id,
        cast(null as bigint) as invoice_id,
        cast(null as {{ sql_type('timestamptz') }}) as valid_from,
        1 as place,
        'payment reference' as told_by
    from payments
    inner join {{ ref('int_booking_contacts') }} as bookings
        on split_part(payments.payment_reference, '/', 1) = bookings.booking_reference
),

ranked as (
    select
        *,
        max(place) over (partition by finance_account_id) as best_place
    from links
),

owners as (
    select
        finance_account_id,
        -- Payments that lead to several debtors, as a bank's do, tell of none.
        {% for debtor in ['contact_id', 'company_id'] -%}
        case
            when
                best_place > 3 or (min({{ debtor }}) = max({{ debtor }}) and count({{ debtor }}) = count(*))
                then {{ at_max(debtor, latest) }}
        end as {{ debtor }},
        {% endfor -%}
        min(told_by) as told_by
    from ranked
    where place = best_place
    group by finance_account_id, best_place
),

types as (
    select
        finance_account_id,
        {{ at_max('finance_account_type', latest) }} as account_type
    from invoices
    group by finance_account_id
)

select
    accounts.finance_account_id,
    types.account_type,
    owners.contact_id,
    owners.company_id,
    names.account_name,
    case when owners.contact_id is not null or owners.company_id is not null then owners.told_by end as told_by
from accounts
left join types on accounts.finance_account_id = types.finance_account_id
left join owners on accounts.finance_account_id = owners.finance_account_id
left join {{ ref('stg_pms__finance_account_names') }} as names
    on accounts.finance_account_id = names.finance_account_id and {{ setting('publish_names') }}
