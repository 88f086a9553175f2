-- One row per record that someone should look at. A listed record is still counted in the marts unless its kind says
-- otherwise.
with double_bookings as (
    select
        spans.unit_id,
        spans.start_date,
        spans.end_date,
        spans.building_id,
        {{ joined('cast(stays.room_stay_id as ' ~ sql_type('varchar') ~ ')', 'stays.room_stay_id') }} as room_stays
    from {{ ref('int_unit_spans') }} as spans
    inner join {{ ref('int_room_stays') }} as stays
        on
            spans.unit_id = stays.unit_id
            and stays.occupancy_state = 'occupied'
            and stays.start_date <= spans.start_date
            and stays.end_date > spans.start_date
    where spans.is_conflict
    group by spans.unit_id, spans.start_date, spans.end_date, spans.building_id
),

unit_issues as (
    select
        'double booking' as kind,
        'unit' as record_type,
        unit_id as record_id,
        building_id,
        start_date as on_date,
        'Room stays ' || room_stays || ' share the nights until ' || end_date as detail
    from double_bookings
    union all
    select
        'stay on a blocked unit' as kind,
        'room stay' as record_type,
        room_stay_id as record_id,
        building_id,
        start_date as on_date,
        'Unit ' || unit_id || ' is blocked from then until ' || end_date as detail
    from {{ ref('int_unit_spans') }}
    where is_occupied_while_blocked
),

stay_troubles as (
    select
        stays.*,
        stays.start_date is null or stays.end_date is null as is_undated,
        stays.end_date < stays.start_date as is_reversed,
        {{ days_between('stays.start_date', 'stays.end_date') }} > stays.nights as is_endless,
        {{ is_overdue('stays') }} as is_overdue,
        stays.room_stay_status = 'CHECKED_OUT' and stays.end_date > {{ today() }} as is_cut_short,
        stays.unit_id is not null and stays.nights > 0
        and lives.unit_id is null as is_outside,
        stays.occupancy_state = 'occupied' and stays.net_cents <= 0 as is_free
    from {{ ref('int_room_stays') }} as stays
    left join {{ ref('int_unit_lives') }} as lives
        on stays.unit_id = lives.unit_id and lives.start_date <= stays.start_date and stays.end_date <= lives.end_date
    where stays.occupancy_state in ('occupied', 'tentative')
),

-- A stay may have several kinds of trouble; most stays have none.
stay_issues as (
    select
        {{ each(list_of([
            "case when is_undated then 'stay without dates, not counted' end",
            "case when is_reversed then 'stay that ends before it begins' end",
            "case when is_endless then 'stay of more than fifty years, counted for fifty' end",
            "case when is_overdue then 'arrival overdue' end",
            "case when is_cut_short then 'checked out before its end, all nights counted' end",
            "case when building_id = -1 then 'stay without a building' end",
            "case when is_outside then 'stay outside the supply' end",
            "case when is_free then case when net_cents < 0 then 'negative rate' else 'zero rate' end end",
        ])) }} as kind,
        'room stay' as record_type,
        room_stay_id as record_id,
        building_id,
        start_date as on_date,
        room_stay_status || ' from ' || coalesce(cast(start_date as {{ sql_type('varchar') }}), '?')
        || ' to ' || coalesce(cast(end_date as {{ sql_type('varchar') }}), '?')
        || case when unit_id is null then '' else ' in unit ' || unit_id end
        || case when is_free then ' for ' || {{ from_cents('net_cents') }} || ' ' || currency_code else '' end as detail
    from stay_troubles
    where
        is_undated
        or is_reversed
        or is_endless
        or is_overdue
        or is_cut_short
        or building_id = -1
        or is_outside
        or is_free
),

status_issues as (
    select
        'stay without a status, not counted' as kind,
        'room stay' as record_type,
        room_stay_id as record_id,
        building_id,
        start_date as on_date,
        'From ' || coalesce(cast(start_date as {{ sql_type('varchar') }}), '?')
        || ' to ' || coalesce(cast(end_date as {{ sql_type('varchar') }}), '?') as detail
    from {{ ref('int_room_stays') }}
    where room_stay_status is null
),

extra_issues as (
    select
        'extras of which neither net nor VAT is stated' as kind,
        'room stay' as record_type,
        stays.room_stay_id as record_id,
        stays.building_id,
        stays.start_date as on_date,
        'Extras that state a gross alone: ' || count(*) as detail
    from {{ ref('stg_pms__room_stay_extras') }} as extras
    inner join {{ ref('int_room_stays') }} as stays on extras.room_stay_id = stays.room_stay_id
    where extras.is_gross_alone and stays.occupancy_state = 'occupied'
    group by stays.room_stay_id, stays.building_id, stays.start_date
),

together as (
    select * from unit_issues
    union all
    select * from extra_issues
    union all
    select * from status_issues
    union all
    select * from stay_issues
    {%- for found in [
        'int_block_exceptions', 'int_rate_exceptions', 'int_invoice_exceptions', 'int_billing_exceptions',
        'int_export_exceptions', 'int_deletion_exceptions', 'int_stay_deletion_exceptions',
    ] %}
    union all
    select
        kind,
        record_type,
        record_id,
        building_id,
        on_date,
        detail
    from {{ ref(found) }}
    {%- endfor %}
)

select
    kind,
    record_type,
    record_id,
    building_id,
    coalesce(on_date, {{ today() }}) as on_date,
    detail
from together
where kind is not null
