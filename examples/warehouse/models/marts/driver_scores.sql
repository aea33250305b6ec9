-- The scores as the service computed them, one row for each survey, team and question. A survey that was read again is replaced whole,
-- so that what a later computation no longer shows is gone here as well.
{{ config(materialized='incremental', incremental_strategy='delete+insert', unique_key='survey_id') }}
select
  concat_ws('/', survey_id, coalesce(team_id, 'everyone'), question_id) as driver_score_id,
  survey_id,
  team_id,
  driver,
  question_id,
  question,
  n,
  value,
  low,
  high,
  banded,
  released_at
from {{ ref('stg_figures') }}
where measure = 'score'
  and driver is not null
{% if is_incremental() %}
  and survey_id in (
    select survey_id
    from {{ ref('stg_figures') }}
    where released_at >= (select coalesce(max(released_at), timestamptz '1970-01-01 00:00:00+00') - interval 1 hour from {{ this }})
  )
{% endif %}
