-- Nights and amounts on the books now are the sums over the nights of the sold stays.
with books as (
    select
        building_id,
        stay_month,
        currency_code,
        sum(nights) as nights,
        sum(net_amount) as net_amount
    from {{ ref('fct_on_the_books_changes') }}
    where known_to is null
    group by building_id, stay_month, currency_code
),

sold as (
    select
        building_id,
        month as stay_month,
        currency_code,
        sum(nights) as nights,
        {{ from_cents('sum(net_cents)') }} as net_amount
    from {{ ref('int_night_totals') }}
    where occupancy_state = 'occupied' and not is_day_use
    group by building_id, month, currency_code
)

select
    coalesce(books.building_id, sold.building_id) as building_id,
    coalesce(books.stay_month, sold.stay_month) as stay_month,
    books.nights as nights_on_the_books,
    sold.nights as nights_sold,
    books.net_amount as amount_on_the_books,
    sold.net_amount as amount_sold
from books
full outer join sold
    on
        books.building_id = sold.building_id
        and books.stay_month = sold.stay_month
        and books.currency_code = sold.currency_code
where books.nights is distinct from sold.nights or books.net_amount is distinct from sold.net_amount
