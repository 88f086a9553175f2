{#
    Tables that are kept grow by what changed. Each of their rows carries a fingerprint of what it was made of: whoever
    mends one takes out the rows whose fingerprint is no longer among the inputs and adds what is missing, in one
    transaction, so that it does not matter what changed, or where an earlier build stopped. dbt makes every table whole, and
    tells beside it how a kept one is mended, which `nightaudit build` does where the table stands.
#}

{# Replaces dbt's own: dbt itself makes kept tables whole, on Spark too. #}
{% macro should_full_refresh() %}
    {%- set wanted = config.get('full_refresh') -%}
    {%- if wanted is none -%} {%- set wanted = flags.FULL_REFRESH -%} {%- endif -%}
    {{ return(wanted or config.get('materialized') == 'incremental') }}
{% endmacro %}

{# Whether what is being written is how the model is mended. #}
{% macro is_mending() %}{{ return(execute and model.unique_id ~ ' is mended' in graph) }}{% endmacro %}

{# Tells whoever listens the statements that mend the table, none of which is sent. #}
{% macro tell_how_to_mend(target, hooks) %}
    {%- do graph.update({model.unique_id ~ ' is mended': true}) -%}
    {%- for hook in hooks -%} {%- do log('mended by ' ~ render(hook.get('sql')) | trim) -%} {%- endfor -%}
    {%- do log('mended by insert into ' ~ target ~ ' by name ' ~ render(model.raw_code)) -%}
    {%- do graph.pop(model.unique_id ~ ' is mended') -%}
{% endmacro %}

{# The model's own rows, where they are kept. #}
{% macro held() %}{{ return(this if is_mending() else none) }}{% endmacro %}

{# Takes out of the model what came from versions that are no longer there; `streams` are pairs of stream and shape. #}
{% macro drop_old_versions(streams, all_versions=false) %}
    {% if is_mending() %}
        delete from {{ this }} as held
        where not exists (
            select 1
            from (
                {% for part in streams %}
                    {% set stream, shape = part[0], part[1] %}
                    select {{ version_of('versions', stream) }} as version
                    from {{ raw_versions(source('raw', stream)) }} as versions
                    where {{ which_versions(shape, all_versions) }}
                    {{ 'union all' if not loop.last }}
                {% endfor %}
            ) as versions
            where versions.version = held.version
        )
    {% endif %}
{% endmacro %}

{#
    Takes out of the model what was made of rows of `inputs`, a relation or a query, that are gone or not as they were; `by` is
    the model's column that says of which. What it then lacks is worked out once, for whatever part of the model asks for it;
    `some` is true of the inputs of which anything comes.
#}
{% macro keep_up_with(inputs, by='fingerprint', some='true') %}
    {% if is_mending() %}
        {% set now = inputs if inputs is not string else 'temp.inputs_now' %}
        {% if inputs is string %}
            create or replace temporary table inputs_now as from {{ inputs }};
        {% endif %}
        delete from {{ this }} as held
        where not exists (
            select 1
            from {{ now }} as now
            where now.fingerprint = held.{{ by }}
        );
        create or replace temporary table inputs_lacking as
        from {{ now }}
        where fingerprint in (  -- few, so that other columns are read of few
            select now.fingerprint
            from {{ now }} as now
            where
                {{ some }}
                and not exists (
                    select 1
                    from {{ this }} as held
                    where held.{{ by }} = now.fingerprint
                )
        );
        {% if inputs is string %}
            drop table temp.inputs_now;
        {% endif %}
    {% endif %}
{% endmacro %}

{# The `inputs` of which the model lacks what comes of them; what is made whole lacks that of all. #}
{% macro lacking(inputs) %}{{ return('temp.inputs_lacking' if is_mending() else inputs) }}{% endmacro %}

{# The rows of a relation that are of what is lacking, by columns `key` of both; for what is made whole, all. #}
{% macro rows_of_lacking(relation, key, lacking) -%}
    {% if is_mending() -%}
        (
            select *
            from {{ relation }}
            where {{ of_lacking(key, lacking) }}
        )
    {%- else -%} {{ relation }} {%- endif %}
{%- endmacro %}

{# That a row is of what is lacking, by columns `key` of both; what is made whole may take every row. #}
{% macro of_lacking(key, lacking) -%}
    {%- set columns = [key] if key is string else key -%}
    {% if is_mending() -%}
        ({{ columns | join(', ') }}) in (select lacking.{{ columns | join(', lacking.') }} from {{ lacking }} as lacking)
    {%- else -%} true {%- endif %}
{%- endmacro %}
