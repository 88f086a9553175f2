{# The settings of the deployment, as SQL. #}

{% macro today() %}{{ return(adapter.dispatch('today')()) }}{% endmacro %}
{% macro duckdb__today() %}private.today(){% endmacro %}
{% macro spark__today() %}cast('{{ env_var('NIGHTAUDIT_BUSINESS_DATE') }}' as date){% endmacro %}

{# True for a building whose name or id stands in `excluded_buildings`. #}
{% macro is_excluded_building(building_id, building_name) -%}
    {%- if var('excluded_buildings') -%}
        (
            cast({{ building_id }} as {{ sql_type('varchar') }}) in ({{ texts(var('excluded_buildings')) }})
            or lower(trim({{ building_name }})) in ({{ texts(var('excluded_buildings') | map('lower')) }})
        )
    {%- else -%} false {%- endif -%}
{%- endmacro %}

{# What stands in `excluded_buildings`, small letters, a row each: (building); one row of null. #}
{% macro excluded_buildings() -%}
(
    {% for building in var('excluded_buildings') -%}
    select lower({{ text_of(building | string | trim) }}) as building
    union all
    {% endfor -%}
    select cast(null as {{ sql_type('varchar') }}) as building
)
{%- endmacro %}

{% macro texts(values) -%}
    {%- for value in values -%}{{ text_of(value | string | trim) }}{{ ", " if not loop.last }}{%- endfor -%}
{%- endmacro %}
