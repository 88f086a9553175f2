{#
    Spans run from `first_day` up to, not including, `end_day`. Every span has at least one day, and no two spans of an owner overlap.
    So owner and day are a key of every model that unfolds the spans, and no test needs to unfold them.
#}
{% test key_of_spans(model, owner, first_day, end_day) %}
    with spans as (
        select
            {{ owner }},
            {{ first_day }} as first_day,
            {{ end_day }} as end_day,
            lead({{ first_day }}) over (partition by {{ owner }} order by {{ first_day }}) as next_day
        from {{ model }}
    )

    select *
    from spans
    where
        {{ owner }} is null
        or first_day is null
        or end_day is null
        or end_day <= first_day
        or next_day < end_day
{% endtest %}
