{{ config(materialized='view', post_hook="{{ create_on_the_books() }}") }}

select
    room_stay_id,
    month as stay_month,
    known_from,
    known_to,
    building_id,
    first_night,
    nights,
    {{ from_cents('net_cents') }} as net_amount,
    currency_code
from {{ ref('int_on_the_books_changes') }}
