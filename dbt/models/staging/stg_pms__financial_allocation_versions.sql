{{ config(materialized='view') }}

-- All versions of allocations of both lists.
select {{ all_but(['untyped_fields'], ref('stg_pms__financial_allocation_records'), 'records') }}
from {{ ref('stg_pms__financial_allocation_records') }} as records
where allocation_id is not null
