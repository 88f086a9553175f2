-- Activities as they are now, and deleted ones as they last were. An activity that no longer blocks its unit, or was
-- called off, has the values that it had while it last blocked; removed_on is the date of the load that found the
-- change.
with fields as (
    select
        record_key,
        valid_from,
        loaded_on,
        replaced_on,
        is_newest,
        {{ activity_fields('record') }}
    from {{ dated_versions('activities', activity_struct(), '(' ~ walk_dates('activities') ~ ')') }}
),

in_order as (
    select
        *,
        row_number() over (
            partition by record_key
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
    replaced_on as removed_on
from in_order
where place = 1 and id is not null
