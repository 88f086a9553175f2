{{ config(materialized='view') }}

-- Names of accounts, as the latest invoice of each states it: the only place in which the API names a company. A view,
-- so that they are not copied. It is read only where names may be published.
with accounts as (
    select
        record.id as invoice_id,
        record.{{ adapter.quote('financeAccount') }}.id as finance_account_id,
        nullif(record.{{ adapter.quote('financeAccount') }}.{{ adapter.quote('accountName') }}, '') as account_name
    from {{ records('sales_invoices', '\'{"id":"BIGINT","financeAccount":{"id":"BIGINT","accountName":"VARCHAR"}}\'') }}
)

select
    finance_account_id,
    {{ at_max('account_name', 'invoice_id') }} as account_name
from accounts
where finance_account_id is not null
group by finance_account_id
