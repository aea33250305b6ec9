-- For charts: every team beside every survey, so that a gap is seen. Where the service shows no figure, is_shown is false and all figures are
-- null, whether few answered, nobody did, or nobody was asked: the service does not tell these apart, so nothing here may either. Nothing is
-- added up, averaged or subtracted over teams or questions.
with questions as (
  select distinct survey_id, driver, question_id, question
  from {{ ref('driver_scores') }}
),
groups as (
  select team_id, name as team_name, parent_team_id from {{ ref('stg_teams') }}
  union all
  select null, 'All recipients', null
)
select
  concat_ws('/', questions.survey_id, coalesce(groups.team_id, 'everyone'), questions.question_id) as driver_score_id,
  questions.survey_id,
  collections.check_in_id,
  collections.title as survey_title,
  collections.closed_at,
  groups.team_id,
  groups.team_name,
  groups.parent_team_id,
  questions.driver,
  questions.question_id,
  questions.question,
  scores.driver_score_id is not null as is_shown,
  scores.n,
  scores.value,
  scores.low,
  scores.high,
  scores.banded,
  participation.response_rate
from questions
cross join groups
join {{ ref('stg_collections') }} as collections on collections.survey_id = questions.survey_id
left join {{ ref('driver_scores') }} as scores
  on scores.survey_id = questions.survey_id
  and scores.team_id is not distinct from groups.team_id
  and scores.question_id = questions.question_id
left join {{ ref('stg_participation') }} as participation
  on participation.survey_id = questions.survey_id
  and participation.team_id is not distinct from groups.team_id
