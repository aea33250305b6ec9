select
  team_id,
  name,
  parent_team_id,
  status
from {{ source('sonde', 'teams') }}
