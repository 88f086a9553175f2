-- One row per version of a record of the booking list, tombstones included, with the business date of the load that
-- brought it.
{{ load_dates('bookings', ref('stg_pms__booking_walks')) }}
