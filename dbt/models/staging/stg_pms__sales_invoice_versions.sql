{{ config(materialized='view') }}

-- One row per version of an invoice.
select {{ all_but(['untyped_fields'], ref('stg_pms__sales_invoice_records'), 'records') }}
from {{ ref('stg_pms__sales_invoice_records') }} as records
where invoice_id is not null
