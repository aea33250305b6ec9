-- Fails with a row for each team that has a figure though the service shows none for it.
select driver_score_id
from {{ ref('driver_scores_over_time') }}
where not is_shown
  and (n is not null or value is not null or low is not null or high is not null or banded is not null)
