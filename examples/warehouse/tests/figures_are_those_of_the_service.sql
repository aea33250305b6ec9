-- Fails with a row for each figure of the mart that no export has, and for each score of an export that the mart lacks.
select coalesce(mart.driver_score_id, figures.survey_id) as found
from (select * from {{ ref('driver_scores_over_time') }} where is_shown) as mart
full join (select * from {{ ref('stg_figures') }} where measure = 'score' and driver is not null) as figures
  on figures.survey_id = mart.survey_id
  and figures.team_id is not distinct from mart.team_id
  and figures.question_id = mart.question_id
where (mart.n, mart.value, mart.low, mart.high) is distinct from (figures.n, figures.value, figures.low, figures.high)
