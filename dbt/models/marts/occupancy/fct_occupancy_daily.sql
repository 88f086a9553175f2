{{ config(materialized='view') }}

select
    days.night_date,
    days.building_id,
    days.unit_type_id,
    buildings.building_name,
    types.unit_type_name,
    days.inventory_nights,
    days.closed_nights,
    days.out_of_order_nights,
    days.available_nights,
    days.available_nights_net_ooo,
    days.occupied_nights,
    days.tentative_nights,
    days.vacant_nights,
    days.conflict_nights,
    days.sold_nights,
    days.arrivals,
    days.departures,
    {{ from_cents('days.net_cents') }} as room_revenue_net,
    {{ from_cents('days.vat_cents') }} as room_revenue_vat,
    {{ from_cents('days.net_cents + days.vat_cents') }} as room_revenue_gross,
    {{ from_cents('days.extras_cents') }} as extras_revenue_net,
    {{ from_cents('days.day_use_cents') }} as day_use_revenue_net,
    buildings.currency_code
from {{ ref('int_occupancy_days') }} as days
left join {{ ref('dim_buildings') }} as buildings on days.building_id = buildings.building_id
left join {{ ref('dim_unit_types') }} as types on days.unit_type_id = types.unit_type_id
