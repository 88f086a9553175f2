{{ no_longer_stated(
    ref('stg_pms__financial_allocations'), ref('stg_pms__financial_allocation_versions'), 'allocation_id',
    ['amount', 'currency_code', 'target_invoice_id'],
) }}
