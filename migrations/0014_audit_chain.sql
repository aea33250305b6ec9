-- The audit log as a chain: each entry of an organisation has a place and a hash over itself and the hash before it. Both are null until
-- due work has chained the entry (src/audit/chain.ts); after that the row is never changed.
alter table audit_events
  add column position bigint,
  add column hash bytea,
  add constraint audit_events_hash_with_position check ((position is null) = (hash is null));
-- The order of the chain, for programs that follow it and for whoever checks it; two entries at one place are refused.
create unique index audit_events_by_position on audit_events (organisation_id, position) where position is not null;
-- What waits to be chained.
create index audit_events_unchained on audit_events (organisation_id, occurred_at, id) where position is null;

-- The ends of an organisation's chain. The anchor is the last entry that was deleted for its age: the chain begins behind it. Entries up to
-- noticed_position have been looked at for notices. checked_position and checked_hash are how far a check has come that is under way.
-- The row stays as long as the organisation.
create table audit_chains (
  organisation_id  text        collate "C" primary key references organisations,
  anchor_position  bigint      not null default 0,
  anchor_hash      bytea       not null,
  head_position    bigint      not null default 0,
  head_hash        bytea       not null,
  noticed_position bigint      not null default 0,
  checked_position bigint,
  checked_hash     bytea,
  check_due_at     timestamptz not null,
  verified_at      timestamptz,
  broken_at        timestamptz
);
-- Every look at what is due asks for these two, of all organisations.
create index audit_chains_unnoticed on audit_chains (organisation_id) where head_position > noticed_position;
create index audit_chains_to_check on audit_chains (check_due_at);

-- Which audit actions are told by e-mail, and to whom; recipients null: every admin. Without a row the defaults of the contract apply. The
-- row stays as long as the organisation.
create table audit_notices (
  organisation_id text        collate "C" primary key references organisations,
  actions         text[]      not null,
  recipients      text[],
  version         integer     not null default 1,
  updated_at      timestamptz not null
);

-- What the next notice of an organisation will tell: the first events, and how many there are in all. Besides those whom the organisation
-- lists it goes to the admins who acted, or to_all. due_at is null while there is nothing
-- to tell; before quiet_until none is sent, so that many events make one mail.
create table audit_digests (
  organisation_id text        collate "C" primary key references organisations,
  event_ids       text[]      not null,
  actor_ids       text[]      not null,
  to_all          boolean     not null,
  total           integer     not null,
  due_at          timestamptz,
  quiet_until     timestamptz
);
create index audit_digests_due on audit_digests (due_at) where due_at is not null;

-- One notice to one admin. Rows go when they are sent, or when they cannot be.
create table audit_notice_mails (
  organisation_id text        collate "C" not null references organisations,
  id              text        collate "C" not null,
  user_id         text        collate "C" not null,
  event_ids       text[]      not null,
  total           integer     not null,
  attempts        integer     not null default 0,
  due_at          timestamptz not null,
  primary key (organisation_id, id)
);
create index audit_notice_mails_due on audit_notice_mails (due_at);
