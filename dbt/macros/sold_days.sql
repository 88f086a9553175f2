{#
    Nights sold and their money by day, in the currency of the building: (night_date, fingerprint, sold_nights, net_cents,
    vat_cents, extras_cents, day_use_cents). `stays` are rows of int_room_stays; `months` has month, building_id, unit_type_id
    and fingerprint. The nights are the same as in int_nights, but are created here for these months only. The sums have the type
    that the database's `sum` returns.
#}
{% macro sold_days(stays, months) %}
{% set amounts = ['net_cents', 'vat_cents', 'extras_net_cents'] %}
with months as (
    select
        months.*,
        buildings.currency_code as building_currency_code
    from {{ months }} as months
    inner join {{ ref('dim_buildings') }} as buildings on months.building_id = buildings.building_id
),

stays as (
    select
        building_id,
        unit_type_id,
        currency_code,
        is_day_use,
        start_date,
        {{ shares_of(amounts) }}
    from {{ stays }}
    where {{ sells_nights() }}
),

parts as (
    select
        stays.*,
        months.fingerprint,
        months.building_currency_code,
        case when stays.currency_code <> months.building_currency_code then stays.currency_code end
            as foreign_currency_code,
        {{ unfold('stays.end_number - stays.first_number') }} as number_of_part
    from {{ stay_months('stays') }} as stays
    inner join months
        on
            stays.month = months.month
            and stays.building_id = months.building_id
            and stays.unit_type_id = months.unit_type_id
),

nights as (
    select
        {{ add_days('start_date', 'first_number + number_of_part') }} as night_date,
        is_day_use,
        building_currency_code,
        foreign_currency_code,
        {% for amount in amounts -%}
        {{ share_with_rest(amount ~ '_least', amount ~ '_rest', 'first_number + number_of_part', 'shares') }}
            as {{ amount }},
        {% endfor -%}
        fingerprint
    from parts
),

converted as (
    select
        nights.night_date,
        nights.is_day_use,
        -- Money of a stay in another currency than its building's, at the rate of the night; without a rate it is
        -- listed in quality.
        {% for amount in amounts -%}
        {{ in_currency('nights.' ~ amount, 'nights.foreign_currency_code', 'rates.rate') }} as {{ amount }},
        {% endfor -%}
        nights.fingerprint
    from nights
    left join {{ ref('int_currency_rates') }} as rates
        on
            nights.foreign_currency_code = rates.from_currency
            and nights.building_currency_code = rates.to_currency
            and nights.night_date >= rates.valid_from
            and nights.night_date < rates.valid_to
)

select
    night_date,
    fingerprint,
    count(*) filter (where not is_day_use) as sold_nights,
    sum(net_cents) as net_cents,
    sum(vat_cents) as vat_cents,
    sum(extras_net_cents) as extras_cents,
    sum(net_cents) filter (where is_day_use) as day_use_cents
from converted
group by night_date, fingerprint
{% endmacro %}
