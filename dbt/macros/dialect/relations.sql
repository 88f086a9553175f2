{# Differences of SQL dialects: rows and columns of relations. Another database needs its own `<adapter>__` macros here. #}

{# Keyword after the name of a CTE that several expressions read: the CTE is computed once, where the database supports that. #}
{% macro once() %}{{ 'materialized' if is_once() }}{% endmacro %}

{# Whether the database supports that. Spark plans and computes a CTE once for each reader: two readers of two readers make four times. #}
{% macro is_once() %}{{ return(adapter.dispatch('is_once')()) }}{% endmacro %}
{% macro duckdb__is_once() %}{{ return(true) }}{% endmacro %}
{% macro spark__is_once() %}{{ return(false) }}{% endmacro %}

{# All columns of `row` except `columns`; `row` has the columns of `relation`. #}
{% macro all_but(columns, relation, row) %}{{ return(adapter.dispatch('all_but')(columns, relation, row)) }}{% endmacro %}
{% macro duckdb__all_but(columns, relation, row) %}{{ row }}.* exclude ({{ columns | join(', ') }}){% endmacro %}
{% macro spark__all_but(columns, relation, row) -%}
    {%- if not execute -%} {{ row }}.*
    {%- else -%}
        {%- for column in adapter.get_columns_in_relation(relation) if column.name not in columns -%}
            {{ row }}.{{ column.name }}{{ ', ' if not loop.last }}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro %}

{#
    The rows of a relation whose key, which is never null, is not among a few. This is no `not in`, because DuckDB estimates that one
    row in five remains after it, where nearly all do, and then builds the hash tables of its joins from the larger side.
#}
{% macro all_without(relation, few, key) -%}
(
    select everything.*
    from {{ relation }} as everything
    left join {{ few }} as few on everything.{{ key }} = few.{{ key }}
    where everything.{{ key }} is distinct from few.{{ key }}
)
{%- endmacro %}

{# Condition: the version of a row of `relation`, aliased `alias`, is not in `known`. Only such rows have their JSON parsed. #}
{% macro rows_lacking(relation, alias, version, condition, known) -%}
    {{ return(adapter.dispatch('rows_lacking')(relation, alias, version, condition, known)) }}
{%- endmacro %}
{% macro duckdb__rows_lacking(relation, alias, version, condition, known) -%}
    {{ alias }}.rowid in (
        select {{ alias }}.rowid
        from {{ relation }} as {{ alias }}
        anti join {{ known }} as known on {{ version }} = known.version
        where {{ condition }}
    )
{%- endmacro %}
{% macro spark__rows_lacking(relation, alias, version, condition, known) -%}
    {{ version }} not in (select known.version from {{ known }} as known where known.version is not null)
{%- endmacro %}

{# Keyword after `with`, where a CTE reads itself. #}
{% macro recursive() %}{{ return(adapter.dispatch('recursive')()) }}{% endmacro %}
{% macro duckdb__recursive() %}recursive{% endmacro %}
{% macro spark__recursive() %}{% endmacro %}

{#
    The tenancy of every run of stays that continues another run: (chain_id, tenancy_id). It is the tenancy of the other run, or the
    other run itself where that continues none. For use as the query of the CTE `followed`.
#}
{% macro follow(links, followed) %}{{ return(adapter.dispatch('follow')(links, followed)) }}{% endmacro %}
{% macro duckdb__follow(links, followed) -%}
    select
        links.chain_id,
        links.previous_chain_id as tenancy_id
    from {{ links }} as links
    where links.previous_chain_id not in (select earlier.chain_id from {{ links }} as earlier)
    union all
    select
        links.chain_id,
        followed.tenancy_id
    from {{ followed }} as followed
    inner join {{ links }} as links on followed.chain_id = links.previous_chain_id
{%- endmacro %}
{# Spark 3.5 has no recursion: the runs of a tenant are folded in order, each before the runs that continue it. #}
{% macro spark__follow(links, followed) -%}
    select explode(aggregate(
        array_sort(collect_list(struct(links.start_date, links.chain_id, links.previous_chain_id))),
        cast(map() as map<bigint, bigint>),
        (known, run) -> map_concat(known, map(
            run.chain_id, coalesce(try_element_at(known, run.previous_chain_id), run.previous_chain_id)
        ))
    )) as (chain_id, tenancy_id)
    from {{ links }} as links
    group by links.tenant_id
{%- endmacro %}

{#
    The versions of the records of a raw table, with valid_from and valid_to. In DuckDB the table has these columns. In a lake, where
    rows are only appended, they are computed: a version is valid from when it was seen until the next version was seen.
#}
{% macro raw_versions(relation) %}{{ return(adapter.dispatch('raw_versions')(relation)) }}{% endmacro %}
{% macro duckdb__raw_versions(relation) %}{{ relation }}{% endmacro %}
{% macro spark__raw_versions(relation) -%}
    (
        select
            *,
            seen_at as valid_from,
            lead(seen_at) over (partition by record_key order by seen_at, record_hash) as valid_to
        from (
            select
                *,
                lag(record_hash) over (partition by record_key order by seen_at, record_hash) as earlier_hash
            from {{ relation }}
        )
        where earlier_hash is null or earlier_hash <> record_hash
    )
{%- endmacro %}

{# The last row by `moment` for each `key` of a raw table. In a lake, where rows are only appended, a key may have several rows. #}
{% macro latest(relation, key, moment) %}{{ return(adapter.dispatch('latest')(relation, key, moment)) }}{% endmacro %}
{% macro duckdb__latest(relation, key, moment) %}{{ relation }}{% endmacro %}
{% macro spark__latest(relation, key, moment) -%}
    (
        select *
        from (
            select
                *,
                row_number() over (partition by {{ key | join(', ') }} order by {{ moment }} desc) as age
            from {{ relation }}
        )
        where age = 1
    )
{%- endmacro %}
