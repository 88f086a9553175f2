with opened as (
    select
        room_stay_id,
        {{ each('extras') }} as extra
    from {{ ref('stg_pms__room_stays') }}
    where {{ length_of('extras') }} > 0
),

fields as (
    select
        room_stay_id,
        {{ room_stay_extra_fields('extra') }}
    from opened
)

select
    room_stay_id,
    room_stay_extra_id,
    extra_id,
    description,
    -- Where only two of gross, net and VAT are given, the third follows.
    coalesce(pricing__net, pricing__gross - pricing__vat) as net_amount,
    coalesce(pricing__vat, pricing__gross - pricing__net) as vat_amount,
    coalesce(coalesce(pricing__net, pricing__vat) is null and pricing__gross <> 0, false) as is_gross_alone
from fields
