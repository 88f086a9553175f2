{#
    Tables and views of DuckDB are replaced in one statement, comments with them. dbt's own way builds beside the old one,
    renames twice and drops: three times the statements, and most of the time that a small portfolio's build takes.
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

{# A table that is kept: its rows are told apart by a column `fingerprint` or `version`, which says what they hold. #}
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

{# A seed, read by DuckDB itself. #}
{% materialization seed, adapter='duckdb' %}
    {%- set target = this.incorporate(type='table') -%}
    {% do store_result('agate_table', response='OK', agate_table=load_agate_table()) %}
    {% do make_way_for(target) %}
    {% call statement('main') %}
        create or replace table {{ target }} as
        select * from read_csv({{ text_of(adapter.get_seed_file_path(model)) }}, header = true, types = {
            {%- for name, type in config.get('column_types').items() %}{{ ', ' if not loop.first }}'{{ name }}': '{{ type }}'{% endfor -%}
        });
    {% endcall %}
    {% do adapter.commit() %}
    {{ return({'relations': [target]}) }}
{% endmaterialization %}

{# Drops what stands under the name as something else: a view cannot be replaced by a table. #}
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

{# The descriptions of the model and its columns as comments, where the model is to keep them. #}
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
    Whatever dbt makes, asked by hand and with other variables perhaps, `nightaudit build` must not take for what it made itself.
#}
{% macro forget_what_was_made() %}
    {%- if execute and target.type == 'duckdb' -%}
        {%- do run_query('drop table if exists private.made') -%}
        {%- do adapter.commit() -%}
    {%- endif -%}
{% endmacro %}
