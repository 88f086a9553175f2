{# A value as text for a sentence; `none` where it is null. #}
{% macro in_words(value) %}coalesce(cast({{ value }} as {{ sql_type('varchar') }}), 'none'){% endmacro %}

{# The values of an invoice, by which finance booked it; dates and amounts as in int_invoices. #}
{% macro invoice_in_words(row) -%}
    {{ in_words(row ~ '.invoice_type') }} || ' ' || {{ in_words(row ~ '.invoice_number') }}
    || ' of ' || {{ in_words(row ~ '.invoice_date') }} || ', due ' || {{ in_words(row ~ '.due_date') }}
    || ', finance account ' || {{ in_words(row ~ '.finance_account_id') }}
    || ', net ' || {{ from_cents(row ~ '.net_cents') }} || ', VAT ' || {{ from_cents(row ~ '.tax_cents') }}
    || ', gross ' || {{ from_cents(row ~ '.gross_cents') }} || ' ' || {{ row }}.currency_code
{%- endmacro %}

{# The same of an allocation. #}
{% macro allocation_in_words(row) -%}
    {{ from_cents(to_cents(row ~ '.amount')) }} || ' ' || {{ in_words(row ~ '.currency_code') }}
    || ' of ' || {{ in_words(row ~ '.allocation_date') }}
    || ', finance account ' || {{ in_words(row ~ '.finance_account_id') }}
    || ', from invoice ' || {{ in_words(row ~ '.source_invoice_id') }}
    || ' to invoice ' || {{ in_words(row ~ '.target_invoice_id') }}
{%- endmacro %}
