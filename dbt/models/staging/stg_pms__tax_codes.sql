with fields as (
    select
        seen_at,
        {{ tax_code_fields('record') }}
    from {{ records('tax_codes', tax_code_struct()) }}
)

select
    id as tax_code_id,
    code as tax_code,
    name as tax_code_name,
    rate as tax_percent
from fields
where id is not null
