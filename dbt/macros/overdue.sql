{# A stay that is CONFIRMED although its arrival is past: nobody was checked in. #}
{% macro is_overdue(stays) -%}
    {{ stays }}.room_stay_status = 'CONFIRMED' and {{ stays }}.start_date < {{ today() }}
{%- endmacro %}
