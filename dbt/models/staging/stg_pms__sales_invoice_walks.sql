{{ config(materialized='table') }}

-- The loads that brought the stored versions of invoices, with their business dates.
{{ walk_dates('sales_invoices') }}
