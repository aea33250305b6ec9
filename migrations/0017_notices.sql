-- Every mail of the service about itself waits in one table: about a privacy request, the end of the organisation, a survey of the reader's
-- or the audit log. kind is what it is about, facts what happened. It goes to an address, which may be all that is left of an erased person,
-- or to a user, whose address is read when it is sent. A row goes when its mail has left, or has failed for good.
alter table notices
  alter column address drop not null,
  add column user_id text collate "C",
  add constraint notices_user_fkey foreign key (organisation_id, user_id) references users (organisation_id, id),
  add constraint notices_to_one_reader check ((address is null) <> (user_id is null));

update notices
set kind = case when kind in ('deletion', 'deletion_soon', 'deletion_kept') then 'organisation_deletion' else 'privacy_request' end,
    facts = facts || jsonb_build_object('event', kind);

insert into notices (organisation_id, id, kind, user_id, facts, attempts, due_at, created_at)
select organisation_id, id, 'survey', user_id,
       jsonb_build_object('event', kind, 'title', title, 'by', by_name, 'reason', reason),
       attempts, due_at, due_at
from author_notices;

insert into notices (organisation_id, id, kind, user_id, facts, attempts, due_at, created_at)
select organisation_id, id, 'audit_digest', user_id,
       jsonb_build_object('event_ids', event_ids, 'total', total),
       attempts, due_at, due_at
from audit_notice_mails;

drop table author_notices;
drop table audit_notice_mails;
