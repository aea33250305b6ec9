-- How long an organisation keeps things, in days (contract/retention.ts says what each is for).
alter table organisations
  add column answers_days integer not null default 730,
  add column deliveries_days integer not null default 90,
  add column events_days integer not null default 90,
  add column audit_days integer not null default 1095,
  add constraint organisations_retention_in_days check (
    answers_days between 30 and 3650
    and deliveries_days between 30 and 3650
    and events_days between 30 and 365
    and audit_days between 365 and 3650
  );

-- What an author sets; null: as many days as the organisation sets. Of a survey that has opened nothing was said yet.
update pulses set confidentiality = confidentiality || '{"retention_days": null}';
update check_ins set confidentiality = confidentiality || '{"retention_days": null}';

-- promised_days: what people were told when the survey opened, hashed with the promise; null where it opened before anybody was told.
-- kept_days: what holds now, never longer; it only falls. answers_due_at: set at close, from kept_days.
-- answers_deleted_at, deliveries_deleted_at: when their deletion began; from then on nothing reads what may be left.
-- deletion: what is being deleted now, in batches, each in a transaction of its own (src/collection/deletion.ts).
-- held_…: a legal hold; while it lasts nothing of the survey is deleted by the clock. hold_notice…: what its author has not been told yet.
alter table collections
  add column promised_days integer,
  add column kept_days integer,
  add column answers_due_at timestamptz,
  add column answers_deleted_at timestamptz,
  add column deliveries_deleted_at timestamptz,
  add column deletion text,
  add column held_at timestamptz,
  add column held_by text,
  add column hold_reason text,
  add column hold_notice text,
  add column hold_notice_due_at timestamptz,
  add column hold_notice_attempts integer not null default 0,
  add constraint collections_kept_as_promised check (promised_days is null or kept_days <= promised_days),
  add constraint collections_deletion_known check (deletion in ('answers', 'deliveries', 'survey')),
  add constraint collections_hold_notice_known check (hold_notice in ('set', 'lifted')),
  add constraint collections_held_for_a_reason check ((held_at is null) = (hold_reason is null));

-- The clock asks for answers whose time is over,
create index collections_answers_due on collections (answers_due_at)
  where answers_deleted_at is null and answers_due_at is not null;
-- for messages of surveys that have ended,
create index collections_deliveries_due on collections (closed_at)
  where state <> 'open' and deliveries_deleted_at is null;
-- and for what has begun: an index of nothing most of the time.
create index collections_in_deletion on collections (deletion) where deletion is not null;
create index collections_hold_notices on collections (hold_notice_due_at) where hold_notice_due_at is not null;
-- The list of holds.
create index collections_held on collections (organisation_id, id desc) where held_at is not null;

-- Old events and entries of one organisation are found by their time.
drop index events_by_time;
create index events_by_time on events (organisation_id, occurred_at);

-- A deleted check-in is there for its author for thirty days, as a deleted pulse is.
alter table check_ins drop column is_public;
alter table check_ins
  add column deleted_at timestamptz,
  add column is_public boolean not null generated always as (visibility = 'public' and deleted_at is null) stored;
create index check_ins_deleted on check_ins (deleted_at) where deleted_at is not null;
