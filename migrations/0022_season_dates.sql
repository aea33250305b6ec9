-- The season by which a collection counts: its teams are as of the beginning. With the collection, because a ledger goes when a later season
-- replaces it. Some groups of a new season sit out until season_quiet_until.
alter table collections
  add column season_began_at timestamptz,
  add column season_ends_at timestamptz,
  add column season_quiet_until timestamptz;

update collections c
set season_began_at = l.opened_at,
    season_ends_at = l.ends_at,
    season_quiet_until = l.quiet_until
from seat_ledgers l
where l.organisation_id = c.organisation_id
  and l.id = c.ledger_id;

-- Why the answers of somebody who is asked are in no figure: they joined since the season began, somebody of their group is not asked, or
-- their group waits for the end of the quiet time. null: they are counted, or somebody of their group was erased while the survey was open.
alter table recipients
  add column uncounted_because text
  constraint recipients_uncounted_because check (uncounted_because in ('newcomer', 'missing', 'quiet'));

-- A check-in is known by itself, and a question by its words alone. These rows hold words that the service has yet to make keys of
-- (src/seats/earlier-wordings.ts): of each question, the ledger of the running season that was there first, or else the last one.
create temporary table wordings on commit drop as
select distinct on (q.organisation_id, q.question_key) q.organisation_id, q.question_key, q.ledger_id
from (
  select c.organisation_id, c.ledger_id, key.question_key, l.opened_at, l.ends_at > now() as is_running
  from collections c
  join seat_ledgers l on l.organisation_id = c.organisation_id and l.id = c.ledger_id
  cross join lateral (
    select 'series ' || c.series_id as question_key
    union
    select 'unkeyed ' || (question ->> 'text')
    from jsonb_array_elements(c.questions) as question
  ) as key
) as q
order by q.organisation_id, q.question_key, q.is_running desc,
         case when q.is_running then q.opened_at end, q.opened_at desc;

delete from seat_questions;
insert into seat_questions (organisation_id, question_key, ledger_id)
select organisation_id, question_key, ledger_id
from wordings;
