{{ config(severity='warn') }}
-- Services write the ids 0 and -1 where there is no record, so staging reads such a reference as none. If a record has
-- such an id, references to it are lost.
{% for list, model, id in [
    ('bookings', 'stg_pms__bookings', 'booking_id'),
    ('bookings', 'stg_pms__room_stays', 'room_stay_id'),
    ('buildings', 'stg_pms__buildings', 'building_id'),
    ('channels', 'stg_pms__channels', 'channel_id'),
    ('contacts', 'stg_pms__contacts', 'contact_id'),
    ('developments', 'stg_pms__developments', 'development_id'),
    ('market_segments', 'stg_pms__market_segments', 'market_segment_id'),
    ('sales_invoices', 'stg_pms__sales_invoices', 'invoice_id'),
    ('unit_types', 'stg_pms__unit_types', 'unit_type_id'),
    ('units', 'stg_pms__units', 'unit_id'),
] -%}
select
    '{{ list }}' as stream,
    {{ id }} as id
from {{ ref(model) }}
where {{ id }} in (0, -1)
{{ 'union all' if not loop.last }}
{% endfor %}
