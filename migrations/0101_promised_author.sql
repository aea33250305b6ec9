-- Whom the promise of a collection names as its author: who ran the survey when it opened. They read its results whoever runs it later (src/visibility.ts).
-- Null in rows of a process of the version before, which may open surveys until it is replaced: there, whoever runs it counts.
alter table collections add column promised_author_user_id text collate "C";
update collections set promised_author_user_id = author_user_id;
-- Of those that were handed over after they opened, whom the first hand-over took them from, as far as the audit log still has it.
update collections c
set promised_author_user_id = was.author
from (
  select distinct on (opened.organisation_id, opened.id) opened.organisation_id, opened.id, e.detail ->> 'from_user_id' as author
  from collections opened
  join audit_events e
    on e.organisation_id = opened.organisation_id
   and e.action = 'survey.transferred'
   and e.target = opened.series_id
   and e.occurred_at >= greatest(opened.opened_at, opened.imported_at)
  order by opened.organisation_id, opened.id, e.occurred_at, e.id
) was
where c.organisation_id = was.organisation_id
  and c.id = was.id
  and was.author is not null;
