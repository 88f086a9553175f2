{#
    Large tables grow by what changed. Each of their rows carries a fingerprint of what it was made of: a build takes out
    the rows whose fingerprint is no longer among the inputs and adds what is missing, in one transaction, so that it does
    not matter what changed, or where an earlier build stopped. Small portfolios, and any change of the models themselves
    (`nightaudit build` then asks for a full refresh), build them whole.
#}

{# Replaces dbt's own: whether an incremental model is built whole. #}
{% macro should_full_refresh() %}
    {%- set wanted = config.get('full_refresh') -%}
    {%- if wanted is none -%} {%- set wanted = flags.FULL_REFRESH -%} {%- endif -%}
    {{ return(wanted or (config.get('materialized') == 'incremental' and not is_large())) }}
{% endmacro %}

{# Whether the portfolio has as many units as make keeping tables worth it; counted once a build. #}
{% macro is_large() %}
    {%- if 'is_large' in graph -%} {{ return(graph['is_large']) }} {%- endif -%}
    {%- set units = source('raw', 'units') -%}
    {%- if not execute or load_relation(units) is none -%} {{ return(false) }} {%- endif -%}
    {%- set counted = run_query('select count(*) from ' ~ raw_versions(units) ~ ' where valid_to is null') -%}
    {{ return(counted.columns[0].values()[0] >= var('incremental_from_units')) }}
{% endmacro %}

{# The model's own rows, where it keeps them. #}
{% macro held() %}{{ return(this if is_incremental() else none) }}{% endmacro %}

{# Takes out of the model what came from versions that are no longer there; `streams` are pairs of stream and shape. #}
{% macro drop_old_versions(streams, all_versions=false) %}
    {% if is_incremental() %}
        delete from {{ this }} as held
        where not exists (
            select 1
            from (
                {% for part in streams %}
                    {% set stream, shape = part[0], part[1] %}
                    {% set relation = source('raw', stream) %}
                    {% if load_relation(relation) is not none %}
                    select {{ version_of('versions', stream) }} as version
                    from {{ raw_versions(relation) }} as versions
                    where {{ which_versions(shape, all_versions) }}
                    union all
                    {% endif %}
                {% endfor %}
                select cast(null as {{ sql_type('ubigint') }}) as version where false
            ) as versions
            where versions.version = held.version
        )
    {% endif %}
{% endmacro %}

{# Takes out of the model what was made of rows of `inputs` that are gone or not as they were. #}
{% macro drop_old_inputs(inputs) %}
    {% if is_incremental() %}
        delete from {{ this }} as held
        where not exists (
            select 1
            from {{ inputs }} as now
            where now.fingerprint = held.fingerprint
        )
    {% endif %}
{% endmacro %}

{# That the model lacks what comes of a row; of several rows that came of one, those of `sample` tell. #}
{% macro not_held(fingerprint, sample='true') -%}
    {% if is_incremental() -%}
        {{ fingerprint }} not in (select held.fingerprint from {{ this }} as held where {{ sample }})
    {%- else -%} true {%- endif %}
{%- endmacro %}
