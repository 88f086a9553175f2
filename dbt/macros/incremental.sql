{#
    Incremental tables. Each row has the fingerprint of the inputs it was made from. To mend a table is to delete the rows whose
    fingerprint is no longer among the inputs, and to insert the rows that are missing, in one transaction. So the result does not
    depend on what changed, or where an earlier build stopped. dbt itself always rebuilds the complete table, and logs the statements
    that would mend it; `nightaudit build` runs those where the table exists.
#}

{# Overrides dbt's macro: dbt always rebuilds incremental tables completely, on Spark too. #}
{% macro should_full_refresh() %}
    {%- set wanted = config.get('full_refresh') -%}
    {%- if wanted is none -%} {%- set wanted = flags.FULL_REFRESH -%} {%- endif -%}
    {{ return(wanted or config.get('materialized') == 'incremental') }}
{% endmacro %}

{# Whether the SQL being rendered is that which mends the model's table. #}
{% macro is_mending() %}{{ return(execute and model.unique_id ~ ' is mended' in graph) }}{% endmacro %}

{# Logs the statements that mend the table, for the recorder of a build, and sends none of them. #}
{% macro tell_how_to_mend(target, hooks) %}
    {%- do graph.update({model.unique_id ~ ' is mended': true}) -%}
    {%- for hook in hooks -%} {%- do log('mended by ' ~ render(hook.get('sql')) | trim) -%} {%- endfor -%}
    {%- do log('mended by insert into ' ~ target ~ ' by name ' ~ render(model.raw_code)) -%}
    {%- do graph.pop(model.unique_id ~ ' is mended') -%}
{% endmacro %}

{# The model's own table while it is mended, else none. #}
{% macro held() %}{{ return(this if is_mending() else none) }}{% endmacro %}

{# Deletes from the model the rows of versions that no longer exist; `streams` are pairs of stream and shape. #}
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
    Deletes from the model the rows made from `inputs` that are gone or changed, and stores the inputs whose rows are missing in
    temp.inputs_lacking, once for all parts of the model that read them (`lacking`).

    inputs  a relation or a query, with a column `fingerprint`
    by      the model's column with the fingerprint of the input that a row was made from
    some    condition: true for the inputs that give any rows
    shared  true where several inputs can have one fingerprint
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

{# The `inputs` whose rows the model lacks; all inputs where the table is rebuilt. #}
{% macro lacking(inputs) %}{{ return('temp.inputs_lacking' if is_mending() else inputs) }}{% endmacro %}

{# The rows of a relation whose `key` is among the keys of `lacking`; all rows where the table is rebuilt. #}
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
    The rows of a relation that overlap the months that are lacking for their building and unit type, from the first such month to
    the last; start and end date of a row may be in either order. All rows where the table is rebuilt.
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

{# Condition: the `key` of a row is among the keys of `lacking`; always true where the table is rebuilt. #}
{% macro of_lacking(key, lacking) -%}
    {% if is_mending() -%}
        {{ key }} in (select lacking.{{ key }} from {{ lacking }} as lacking)
    {%- else -%} true {%- endif %}
{%- endmacro %}
