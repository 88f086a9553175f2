-- Activities as they are now, and deleted ones as they last were. An activity that no longer blocks its unit, or was
-- called off, has the values that it had while it last blocked; removed_on is the date of the load that found the
-- change. One that was entered again is there once for each time; found_on is the date of the load that found it again.
with fields as (
    select
        record_key,
        presence,
        valid_from,
        loaded_on,
        replaced_on,
        is_newest,
        {% call names() %}record."dueDate"{% endcall %} as due_text,
        {{ activity_fields('record') }}
    from {{ versions_by_presence('activities', activity_struct()) }}
),

in_order as (
    select
        *,
        min(loaded_on) over (partition by record_key, presence) as first_loaded_on,
        row_number() over (
            partition by record_key, presence
            order by
                case
                    -- Of several versions of one day, the last counts.
                    when
                        block_availability
                        and not {{ is_called_off('status') }}
                        and (is_newest or loaded_on < replaced_on)
                        then 0
                    else 1
                end,
                valid_from desc
        ) as place
    from fields
)

select
    id as activity_id,
    unit_id,
    subject,
    status as activity_status,
    coalesce(block_availability, false) as blocks_availability,
    start_date_time as started_at,
    start_date_time__on as started_on,
    due_date,
    due_text,
    case when presence > 0 then first_loaded_on end as found_on,
    replaced_on as removed_on
from in_order
where place = 1 and id is not null
