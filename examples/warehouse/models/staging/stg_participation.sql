-- team_id is null for all recipients.
select
  coalesce(check_in_instance_id, pulse_id) as survey_id,
  team_id,
  recipients,
  responded,
  value as response_rate
from {{ source('sonde', 'participation') }}
