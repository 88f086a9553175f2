{#
    Each owner has one run of days without a gap or an overlap, of which the spans from `first_day` up to, not including,
    `end_day` are parts: as many days as the run has, which add up, themselves and squared, as those of the run do. The same
    as `key_of_runs` of the days, none of which is unfolded.
#}
{% test key_of_spans(model, owner, first_day, end_day) %}
    with numbered as (
        select
            {{ owner }},
            cast({{ days_between("cast('1900-01-01' as date)", first_day) }} as {{ sql_type('hugeint') }}) as first_number,
            cast({{ days_between("cast('1900-01-01' as date)", end_day) }} as {{ sql_type('hugeint') }}) as end_number
        from {{ model }}
    ),

    runs as (
        select
            {{ owner }},
            count(*) as spans,
            count(case when first_number < end_number then 1 end) as spans_with_days,
            min(first_number) as first_number,
            max(end_number) as end_number,
            sum(end_number - first_number) as days,
            -- Twice the numbers of the days of a span, and six times their squares.
            sum(end_number * (end_number - 1) - first_number * (first_number - 1)) as numbers,
            sum(
                end_number * (end_number - 1) * (2 * end_number - 1)
                - first_number * (first_number - 1) * (2 * first_number - 1)
            ) as squares
        from numbered
        group by {{ owner }}
    )

    select *
    from runs
    where
        {{ owner }} is null
        or spans <> spans_with_days
        or days <> end_number - first_number
        or numbers <> end_number * (end_number - 1) - first_number * (first_number - 1)
        or squares
        <> end_number * (end_number - 1) * (2 * end_number - 1)
        - first_number * (first_number - 1) * (2 * first_number - 1)
{% endtest %}
