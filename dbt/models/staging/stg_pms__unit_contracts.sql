-- Contracts on units as they are now, and deleted ones as they last were; one that was entered again is there once for
-- each time. A contract that was entered and deleted on one business date is left out: it was there at the end of no
-- day.
with versions as (
    select
        *,
        min(loaded_on) over (partition by record_key, presence) as found_on,
        bool_or(is_first) over (partition by record_key, presence) as is_of_first_load
    from {{ versions_by_presence('unit_contracts', unit_contract_struct()) }} as by_presence
),

fields as (
    select
        found_on,
        is_of_first_load,
        replaced_on,
        {{ unit_contract_fields('record') }}
    from versions
    where is_newest
)

select
    id as unit_contract_id,
    unit_id,
    contract_type,
    start_date,
    end_date,
    -- The time before the list's first load is taken to be as that load found it.
    case when not is_of_first_load then found_on end as found_on,
    replaced_on as removed_on
from fields
where id is not null and (replaced_on is null or found_on < replaced_on)
