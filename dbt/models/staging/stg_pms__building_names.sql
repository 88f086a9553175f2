-- Every name that a building has or had.
with fields as (
    select {{ building_fields('record') }}
    from {{ record_versions('buildings', building_struct()) }}
)

select distinct
    id as building_id,
    name as building_name
from fields
where id is not null and name is not null
