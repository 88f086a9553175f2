-- Contracts on units as they are now, and deleted ones as they last were.
with fields as (
    select
        replaced_on,
        {{ unit_contract_fields('record') }}
    from {{ last_records('unit_contracts', unit_contract_struct()) }}
)

select
    id as unit_contract_id,
    unit_id,
    contract_type,
    start_date,
    end_date,
    replaced_on as removed_on
from fields
where id is not null
