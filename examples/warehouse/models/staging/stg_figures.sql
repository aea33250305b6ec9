-- team_id is null for all recipients.
select
  coalesce(check_in_instance_id, pulse_id) as survey_id,
  team_id,
  measure,
  question_id,
  question,
  driver,
  theme,
  option,
  n,
  value,
  low,
  high,
  banded,
  released_at
from {{ source('sonde', 'figures') }}
