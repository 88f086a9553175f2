{# Condition: a stay is CONFIRMED although its arrival date is past, so nobody was checked in. #}
{% macro is_overdue(stays) -%}
    {{ stays }}.room_stay_status = 'CONFIRMED' and {{ stays }}.start_date < {{ today() }}
{%- endmacro %}
