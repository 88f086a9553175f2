{{ config(materialized='view') }}

select {{ all_but(['record_key', 'untyped_fields'], ref('stg_pms__guest_stay_records'), 'records') }}
from {{ ref('stg_pms__guest_stay_records') }} as records
where guest_stay_id is not null
