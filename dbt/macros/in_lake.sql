{# What is otherwise where tables are those of a lake, which its readers see while they are made. #}

{# A mart is a table on Spark: a view would show what it reads while that is built. #}
{% materialization view, adapter='spark' %}
    {%- if 'marts' in model.fqn -%} {{ return(materialization_table_spark()) }} {%- endif -%}
    {{ return(create_or_replace_view()) }}
{% endmaterialization %}

{# Replaces dbt's own: every table of a tenant says in its last column whose it is; models need not know of tenants. #}
{% macro spark__create_table_as(temporary, relation, compiled_code, language='sql') -%}
    {{ dbt.spark__create_table_as(temporary, relation, of_tenant(compiled_code) if var('tenant') else compiled_code, language) }}
{%- endmacro %}

{% macro of_tenant(query) -%}
    {%- set names = run_query('describe query ' ~ query).columns[0].values() | reject('equalto', 'tenant') -%}
    select {% for name in names %}{{ adapter.quote(name) }}, {% endfor %}'{{ var('tenant') }}' as tenant from ({{ query }})
{%- endmacro %}
