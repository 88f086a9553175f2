{% set total = 'coalesce(total_gross, total_net, total_tax)' %}

{{ no_longer_stated(
    ref('stg_pms__sales_invoices'), ref('stg_pms__sales_invoice_versions'), 'invoice_id',
    ['invoice_status', 'due_date', 'finance_account_id', 'currency_code', total],
) }}
