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
    `some` is true of the inputs of which anything comes, `shared` where several of them have one fingerprint.
#}
{% macro keep_up_with(inputs, by='fingerprint', some='true', shared=false) %}
    {% if is_mending() %}
        {% set now = inputs if inputs is not string else 'temp.inputs_now' %}
        {% if inputs is string %}
            create or replace temporary table inputs_now as from {{ inputs }};
        {% endif %}
        create or replace temporary table inputs_differing as
        select
            now.fingerprint as lacking,
            held.{{ by }} as gone
        from (
            select {{ 'distinct' if shared }} fingerprint
            from {{ now }}
            where {{ some }}
        ) as now
        full join {{ this }} as held on now.fingerprint = held.{{ by }}
        where now.fingerprint is null or held.{{ by }} is null;
        delete from {{ this }}
        where {{ by }} in (select differing.gone from temp.inputs_differing as differing);
        create or replace temporary table inputs_lacking as
        from {{ now }}
        where fingerprint in (select differing.lacking from temp.inputs_differing as differing);
        drop table temp.inputs_differing;
        {% if inputs is string %}
            drop table temp.inputs_now;
        {% endif %}
    {% endif %}
{% endmacro %}

{# The `inputs` of which the model lacks what comes of them; what is made whole lacks that of all. #}
{% macro lacking(inputs) %}{{ return('temp.inputs_lacking' if is_mending() else inputs) }}{% endmacro %}

{# The rows of a relation that are of what is lacking, by a column `key` of both; for what is made whole, all. #}
{% macro rows_of_lacking(relation, key, lacking) -%}
    {% if is_mending() -%}
        (
            select *
            from {{ relation }}
            where {{ of_lacking(key, lacking) }}
        )
    {%- else -%} {{ relation }} {%- endif %}
{%- endmacro %}

{#
    The rows of a relation that may reach into a month of their building and unit type that is lacking: from the first of these to
    the last, by the dates between which they lie, whichever comes first; for what is made whole, all.
#}
{% macro rows_of_lacking_months(relation, lacking) -%}
    {% if is_mending() -%}
        (
            select reaching.*
            from {{ relation }} as reaching
            inner join (
                select
                    building_id,
                    unit_type_id,
                    min(month) as first_month,
                    {{ add_months('max(month)', 1) }} as end_month
                from {{ lacking }}
                group by building_id, unit_type_id
            ) as places
                on
                    reaching.building_id = places.building_id
                    and reaching.unit_type_id = places.unit_type_id
                    and least(reaching.start_date, reaching.end_date) < places.end_month
                    and greatest(reaching.start_date, reaching.end_date) >= places.first_month
        )
    {%- else -%} {{ relation }} {%- endif %}
{%- endmacro %}

{# That a row is of what is lacking, by a column `key` of both; what is made whole may take every row. #}
{% macro of_lacking(key, lacking) -%}
    {% if is_mending() -%}
        {{ key }} in (select lacking.{{ key }} from {{ lacking }} as lacking)
    {%- else -%} true {%- endif %}
{%- endmacro %}
