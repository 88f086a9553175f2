{# What differs in a lake, where readers can see tables while a build runs. #}

{# A mart is a table on Spark: a view would show readers its inputs while a build changes them. #}
{% materialization view, adapter='spark' %}
    {%- if 'marts' in model.fqn -%} {{ return(materialization_table_spark()) }} {%- endif -%}
    {{ return(create_or_replace_view()) }}
{% endmaterialization %}

{# Overrides dbt's macro: adds a last column `tenant` to every table of a tenant, so that models need not handle tenants. #}
{% macro spark__create_table_as(temporary, relation, compiled_code, language='sql') -%}
    {{ dbt.spark__create_table_as(temporary, relation, of_tenant(compiled_code) if var('tenant') else compiled_code, language) }}
{%- endmacro %}

{% macro of_tenant(query) -%}
    {%- set names = run_query('describe query ' ~ query).columns[0].values() | reject('equalto', 'tenant') -%}
    select {% for name in names %}{{ adapter.quote(name) }}, {% endfor %}'{{ var('tenant') }}' as tenant from ({{ query }})
{%- endmacro %}

{# Has Spark read raw tables as they now are: it keeps each for 30 seconds after its last query, and loads are no queries of Spark. #}
{% macro read_raw_anew() %}
    {%- if execute and target.type == 'spark' and flags.WHICH != 'compile' -%}
        {%- for table in graph.sources.values() if table.source_name == 'raw' -%}
            {%- call statement() -%} refresh table {{ table.relation_name }} {%- endcall -%}
        {%- endfor -%}
    {%- endif -%}
{% endmacro %}
