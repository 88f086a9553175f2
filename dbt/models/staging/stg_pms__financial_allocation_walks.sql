{{ config(materialized='table') }}

-- The loads that brought the stored versions of both lists of allocations, with their business dates.
{% for list in ['sales_payments', 'sales_invoices'] -%}
select
    '{{ list }}' as stream,
    dates.*
from (
    {{ walk_dates('financial_allocations_' ~ list) }}
) as dates
{{ 'union all' if not loop.last }}
{% endfor %}
