-- One row per version of an allocation in either list, tombstones included, with the business date of the load that
-- brought it.
{% for list in ['sales_payments', 'sales_invoices'] -%}
select
    '{{ list }}' as stream,
    loads.*
from (
    {{ load_dates(
        'financial_allocations_' ~ list,
        "(select * from " ~ ref('stg_pms__financial_allocation_walks') ~ " where stream = '" ~ list ~ "')"
    ) }}
) as loads
{{ 'union all' if not loop.last }}
{% endfor %}
