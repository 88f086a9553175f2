{#
    `owner` and `day` are a key, of a table in which each owner has one run of days without a gap: as many rows as days,
    and days that add up, themselves and squared, as those of the run do. One pass instead of a look at every pair.
#}
{% test key_of_runs(model, owner, day) %}
    with numbered as (
        select
            {{ owner }},
            {{ days_between("cast('1900-01-01' as date)", day) }} as number
        from {{ model }}
    ),

    runs as (
        select
            {{ owner }},
            count(*) as days,
            count(number) as dated_days,
            min(number) as first_number,
            max(number) as last_number,
            sum(cast(number as bigint)) as numbers,
            sum(cast(number as bigint) * number) as squares
        from numbered
        group by {{ owner }}
    )

    select *
    from runs
    where
        {{ owner }} is null
        or days <> dated_days
        or days <> last_number - first_number + 1
        or 2 * numbers <> cast(first_number + last_number as {{ sql_type('hugeint') }}) * days
        or 6 * squares
        <> cast(last_number as {{ sql_type('hugeint') }}) * (last_number + 1) * (2 * last_number + 1)
        - cast(first_number as {{ sql_type('hugeint') }}) * (first_number - 1) * (2 * first_number - 1)
{% endtest %}
