-- One row per version of a record of the booking list, its end included, with the business date of the load that
-- brought it.
select
    versions.record_key,
    versions.valid_from,
    versions.seen_at,
    coalesce(walks.business_date, {{ local_date('versions.seen_at', "'" ~ var('time_zone') ~ "'") }}) as loaded_on
from {{ version_times('bookings') }} as versions
left join {{ walks() }} as walks on versions.walk_id = walks.walk_id
