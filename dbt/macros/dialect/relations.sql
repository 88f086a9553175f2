{# Where SQL dialects differ: rows and columns of relations. Another database is another `<adapter>__` macro beside those here. #}

{# Behind the name of a CTE that several expressions read: it is worked out once, where the database lets one ask for that. #}
{% macro once() %}{{ 'materialized' if is_once() }}{% endmacro %}

{# Whether it does. Spark works such a CTE out, and plans it, for each that reads it: reading twice what reads it twice is four times. #}
{% macro is_once() %}{{ return(adapter.dispatch('is_once')()) }}{% endmacro %}
{% macro duckdb__is_once() %}{{ return(true) }}{% endmacro %}
{% macro spark__is_once() %}{{ return(false) }}{% endmacro %}

{# All columns of `row`, which are those of `relation`, but some. #}
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
    The rows of a relation without those whose key, which is never null, is among a few. Behind `not in` DuckDB takes one row
    in five to be left, where it is nearly all, and makes the hash tables of its joins of the larger side.
#}
{% macro all_without(relation, few, key) -%}
(
    select everything.*
    from {{ relation }} as everything
    left join {{ few }} as few on everything.{{ key }} = few.{{ key }}
    where everything.{{ key }} is distinct from few.{{ key }}
)
{%- endmacro %}

{# That a row of `relation`, called `alias`, is new: `known` lacks its version. Only such rows have their JSON read. #}
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

{# Behind `with`, where a CTE may read itself. #}
{% macro recursive() %}{{ return(adapter.dispatch('recursive')()) }}{% endmacro %}
{% macro duckdb__recursive() %}recursive{% endmacro %}
{% macro spark__recursive() %}{% endmacro %}

{#
    The tenancy of every run of stays that goes on from another, (chain_id, tenancy_id): that of the other, or the other itself.
    To stand in a CTE called `followed`.
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
{# Spark 3.5 has no recursion: the runs of a tenant are gone through in order, each before those that go on from it. #}
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
    The versions of the records of a raw table, with valid_from and valid_to. In DuckDB the table has them; where rows are
    only ever added, they follow from the rows: each version holds from when it was seen to when the next one was.
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

{# Of the rows of a raw table that tell of one thing, its `key`, the last by `moment`: where rows are only added there are several. #}
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
