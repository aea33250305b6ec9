select
  coalesce(check_in_instance_id, pulse_id) as survey_id,
  check_in_id,
  title,
  state,
  closed_at
from {{ source('sonde', 'collections') }}
