with fields as (
    select
        seen_at,
        {{ unit_contract_fields('record') }}
    from {{ records('unit_contracts', unit_contract_struct()) }}
)

select
    id as unit_contract_id,
    unit_id,
    contract_type,
    start_date,
    end_date
from fields
where id is not null
