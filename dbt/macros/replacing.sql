{#
    Materialisations for DuckDB that replace a table or view, with its comments, by `create or replace`. dbt's own build the new one
    beside the old one, rename both and drop the old one: three times as many statements, and most of the time of a small build.
#}

{% materialization table, adapter='duckdb' %}
    {{ return(replaced(this.incorporate(type='table'), compiled_code, pre_hooks, post_hooks)) }}
{% endmaterialization %}

{% materialization view, adapter='duckdb' %}
    {%- set target = this.incorporate(type='view') -%}
    {% do make_way_for(target) %}
    {{ run_hooks(pre_hooks) }}
    {% call statement('main') %}
        {%- if config.get('contract').enforced %}{{ get_assert_columns_equivalent(compiled_code) }}{% endif %}
        create or replace view {{ target }} as (
            {{ compiled_code }}
        );
        {{ comments_on(target) }}
    {% endcall %}
    {{ run_hooks(post_hooks) }}
    {% do adapter.commit() %}
    {{ return({'relations': [target]}) }}
{% endmaterialization %}

{# An incremental table, see incremental.sql. A column `fingerprint` or `version` identifies the content of each row. #}
{% materialization incremental, adapter='duckdb' %}
    {%- set target = this.incorporate(type='table') -%}
    {% do tell_how_to_mend(target, pre_hooks) %}
    {{ return(replaced(target, compiled_code, [], post_hooks)) }}
{% endmaterialization %}

{% macro replaced(target, query, before, after) %}
    {% do make_way_for(target) %}
    {{ run_hooks(before) }}
    {% call statement('main') %}
        {{ replacing_table(target, query) }}
        {{ comments_on(target) }}
    {% endcall %}
    {{ run_hooks(after) }}
    {% do adapter.commit() %}
    {{ return({'relations': [target]}) }}
{% endmacro %}

{# A seed, which DuckDB reads from the file itself. It would guess which number of a date such as 01/02/2026 is the month. #}
{% materialization seed, adapter='duckdb' %}
    {%- set target = this.incorporate(type='table') -%}
    {% do store_result('agate_table', response='OK', agate_table=load_agate_table()) %}
    {% do make_way_for(target) %}
    {% call statement('main') %}
        create or replace table {{ target }} as
        select * from read_csv({{ text_of(adapter.get_seed_file_path(model)) }}, header = true,
            dateformat = '%Y-%m-%d', types = {
            {%- for name, type in config.get('column_types').items() %}{{ ', ' if not loop.first }}'{{ name }}': '{{ type }}'{% endfor -%}
        });
    {% endcall %}
    {% do adapter.commit() %}
    {{ return({'relations': [target]}) }}
{% endmaterialization %}

{# Drops a relation of the same name and another type: `create or replace table` cannot replace a view. #}
{% macro make_way_for(target) %}
    {%- set standing = load_cached_relation(target) -%}
    {%- if standing is not none and standing.type != target.type -%} {%- do adapter.drop_relation(standing) -%} {%- endif -%}
{% endmacro %}

{% macro replacing_table(target, query) -%}
    {%- if config.get('contract').enforced -%}
        {{ get_assert_columns_equivalent(query) }}
        create or replace table {{ target }}
        {{ get_table_columns_and_constraints() }};
        insert into {{ target }} {{ get_column_names() }} (
            {{ get_select_subquery(query) }}
        );
    {%- else -%}
        create or replace table {{ target }} as (
            {{ query }}
        );
    {%- endif -%}
{%- endmacro %}

{# Statements that set the descriptions of the model and its columns as comments, where persist_docs asks for them. #}
{% macro comments_on(target) -%}
    {%- if config.persist_relation_docs() and model.description %}
        comment on {{ target.type }} {{ target }} is {{ duckdb_escape_comment(model.description) }};
    {%- endif -%}
    {%- if config.persist_column_docs() -%}
        {%- for column in model.columns.values() if column.description %}
        comment on column {{ target }}.{{ column.name }} is {{ duckdb_escape_comment(column.description) }};
        {%- endfor -%}
    {%- endif -%}
{%- endmacro %}

{#
    Deletes the notes of `nightaudit build` at the start of any run of dbt, which somebody may start by hand and with other variables:
    the next build must not take that run's tables for its own.
#}
{% macro forget_what_was_made() %}
    {%- if execute and target.type == 'duckdb' -%}
        {%- call statement(auto_begin=false) -%} drop table if exists private.made {%- endcall -%}
        {%- do adapter.commit() -%}
    {%- endif -%}
{% endmacro %}
