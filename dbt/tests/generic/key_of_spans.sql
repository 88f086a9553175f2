{#
    No day of an owner is in two of the spans that run from `first_day` up to, not including, `end_day`; every span has days.
    So the owner and the day are a key of whatever unfolds them, which need not be done to know it.
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
