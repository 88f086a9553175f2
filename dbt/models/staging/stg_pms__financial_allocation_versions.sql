{{ config(materialized='view') }}

-- Allocations of both lists, old versions too.
select {{ all_but(['untyped_fields'], ref('stg_pms__financial_allocation_records'), 'records') }}
from {{ ref('stg_pms__financial_allocation_records') }} as records
where allocation_id is not null
