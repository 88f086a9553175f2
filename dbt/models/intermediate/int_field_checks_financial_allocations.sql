{{ field_checks([
    (
        'financial_allocations_sales_invoices', none,
        financial_allocation_text(), financial_allocation_slips(), financial_allocation_untyped(),
    ),
    (
        'financial_allocations_sales_payments', none,
        financial_allocation_text(), financial_allocation_slips(), financial_allocation_untyped(),
    ),
]) }}
