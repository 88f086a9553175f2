{#
    Tables and views of DuckDB are replaced in one statement, comments with them. dbt's own way builds beside the old one,
    renames twice and drops: three times the statements, and most of the time that a small portfolio's build takes. What
    would be the same again is left as it stands.
#}

{% materialization table, adapter='duckdb' %}
    {%- set target = this.incorporate(type='table') -%}
    {%- set made_of = made_of(compiled_code) -%}
    {%- if is_standing(made_of, target) -%}
        {% do leave_standing() %}
        {{ return({'relations': [target]}) }}
    {%- endif -%}
    {% do make_way_for(target) %}
    {{ run_hooks(pre_hooks) }}
    {% call statement('main') %}
        {{ replacing_table(target, compiled_code) }}
        {{ comments_on(target) }}
    {% endcall %}
    {{ run_hooks(post_hooks) }}
    {% do note_as_made(made_of, content_of('made'), target) %}
    {% do adapter.commit() %}
    {{ return({'relations': [target]}) }}
{% endmaterialization %}

{% materialization view, adapter='duckdb' %}
    {%- set target = this.incorporate(type='view') -%}
    {%- set made_of = made_of(compiled_code) -%}
    {%- if is_standing(made_of, target) -%}
        {% do leave_standing() %}
        {{ return({'relations': [target]}) }}
    {%- endif -%}
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
    {# What a view holds is what it is made of: nothing of it is read here. #}
    {% do note_as_made(made_of, "'" ~ made_of ~ "'") %}
    {% do adapter.commit() %}
    {{ return({'relations': [target]}) }}
{% endmaterialization %}

{#
    A table that is kept, and mended: the hook before takes rows out, the query adds what is missing. Its rows are told
    apart by a column `fingerprint` or `version`, which says what they hold. The code, not the query, says what it is
    made of: the query differs between making and mending.
#}
{% materialization incremental, adapter='duckdb' %}
    {%- set target = this.incorporate(type='table') -%}
    {%- set made_of = made_of(model.raw_code ~ ('private.today()' if 'private.today()' in compiled_code else '')) -%}
    {%- if not should_full_refresh() and is_standing(made_of, target) -%}
        {% do leave_standing() %}
        {{ return({'relations': [target]}) }}
    {%- endif -%}
    {% do make_way_for(target) %}
    {%- if is_incremental() -%}
        {{ run_hooks(pre_hooks) }}
        {% call statement('main') %}
            insert into {{ target }} by name {{ compiled_code }}
        {% endcall %}
    {%- else -%}
        {% call statement('main') %}
            {{ replacing_table(target, compiled_code) }}
            {{ comments_on(target) }}
        {% endcall %}
    {%- endif -%}
    {{ run_hooks(post_hooks) }}
    {%- set names = adapter.get_columns_in_relation(target) | map(attribute='name') | list -%}
    {% do note_as_made(made_of, content_of('fingerprint' if 'fingerprint' in names else 'version'), target) %}
    {% do adapter.commit() %}
    {{ return({'relations': [target]}) }}
{% endmaterialization %}

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

{# A check that passed on what stands now has passed; one that failed, or warned, is run again. #}
{% materialization test, adapter='duckdb' %}
    {%- set made_of = made_of(compiled_code ~ config.get('severity') ~ config.get('error_if') ~ config.get('warn_if')) -%}
    {%- if is_standing(made_of) -%}
        {% call statement('main', fetch_result=true) -%}
            select
                0 as failures,
                false as should_warn,
                false as should_error
        {%- endcall %}
        {{ return({'relations': []}) }}
    {%- endif -%}
    {% call statement('main', fetch_result=true) -%}
        {{ get_test_sql(
            get_limit_subquery_sql(sql, config.get('limit')),
            config.get('fail_calc'), config.get('warn_if'), config.get('error_if'), limit=none
        ) }}
    {%- endcall %}
    {%- if made_of is not none and load_result('main').table.rows[0][0] == 0 -%}
        {% do note_as_made(made_of, "'passed'") %}
        {% do adapter.commit() %}
    {%- endif -%}
    {{ return({'relations': []}) }}
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
