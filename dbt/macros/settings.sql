{# The settings of the deployment, as SQL. #}

{% macro today() %}{{ return(adapter.dispatch('today')()) }}{% endmacro %}
{% macro duckdb__today() %}private.today(){% endmacro %}
{% macro spark__today() %}cast('{{ env_var('NIGHTAUDIT_BUSINESS_DATE') }}' as date){% endmacro %}

{# The first day of the business date's month. A model that reads only this is not rebuilt every day. #}
{% macro this_month() %}{{ return(adapter.dispatch('this_month')()) }}{% endmacro %}
{% macro duckdb__this_month() %}private.this_month(){% endmacro %}
{% macro spark__this_month() %}{{ return(month_of(today())) }}{% endmacro %}

{# The value of a setting. In the work file it is a call of a macro, so that no statement depends on the value. #}
{% macro setting(name) %}{{ return(adapter.dispatch('setting')(name)) }}{% endmacro %}
{% macro duckdb__setting(name) %}private.{{ name }}(){% endmacro %}
{% macro spark__setting(name) -%}
    {%- set value = var(name) -%}
    {%- if value is string -%} {{ text_of(value) }}
    {%- elif value is sequence -%} cast(array({{ texts(value) }}) as array<string>)
    {%- else -%} {{ value }}
    {%- endif -%}
{%- endmacro %}

{# Condition: the name or id of a building is in `excluded_buildings`. #}
{% macro is_excluded_building(building_id, building_name) -%}
    (
        array_contains({{ setting('excluded_buildings') }}, lower(cast({{ building_id }} as {{ sql_type('varchar') }})))
        or array_contains({{ setting('excluded_buildings') }}, lower(trim({{ building_name }})))
    )
{%- endmacro %}

{% macro texts(values) -%}
    {%- for value in values -%}{{ text_of(value | string | trim | lower) }}{{ ", " if not loop.last }}{%- endfor -%}
{%- endmacro %}
