-- The building, unit type and status of room stays that no record has any more, as they last were, so that the invoices
-- of a deleted stay keep their building, and those of an excluded building remain left out.
with gone as (
    select *
    from {{ ref('stg_pms__room_stay_versions') }}
    where room_stay_id not in (select stays.room_stay_id from {{ ref('stg_pms__room_stays') }} as stays)
),

in_order as (
    select
        *,
        row_number() over (partition by room_stay_id order by {{ seen_last('gone') }}) as place
    from gone
),

newest as (
    select * from in_order
    where place = 1
),

places as (
    {{ stay_places('newest', ['room_stay_id', 'room_stay_status']) }}
)

select * from places
