{{ config(materialized='table') }}

-- The loads that brought what stands of the invoices, with their business dates.
{{ walk_dates('sales_invoices') }}
