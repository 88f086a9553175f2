{{ config(materialized='view') }}

select {{ all_but(['record_key', 'untyped_fields'], ref('stg_pms__contact_records'), 'records') }}
from {{ ref('stg_pms__contact_records') }} as records
where contact_id is not null
