-- Exports of datasets: what was asked for, by whom and with which scopes, so that the job reads as its caller. A row goes 30 days after it
-- was made, with its organisation before that.
create table exports (
  organisation_id text not null references organisations (id),
  id text not null,
  dataset text not null,
  format text not null,
  gzip boolean not null,
  released_since timestamptz,
  state text not null,
  fault text,
  application_id text not null,
  user_id text,
  scopes text[] not null,
  -- Rises with each try of the job, so that an earlier one that is still alive writes nothing more.
  attempt integer not null default 0,
  row_count bigint not null default 0,
  bytes bigint not null default 0,
  token_sha256 bytea,
  token_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz,
  primary key (organisation_id, id),
  constraint exports_state_known check (state in ('queued', 'running', 'ready', 'failed', 'cancelled', 'expired')),
  constraint exports_fault_of_failed check ((state = 'failed') = (fault is not null))
);
-- Those of one caller, newest first.
create index exports_by_caller on exports (organisation_id, application_id, user_id, id);
-- A link leads to its export.
create unique index exports_by_token on exports (token_sha256) where token_sha256 is not null;
-- Files that expire.
create index exports_ending on exports (expires_at) where state = 'ready';
-- How many run in an organisation, and those that stand still.
create index exports_running on exports (organisation_id, updated_at) where state in ('queued', 'running');
-- Rows whose time is over.
create index exports_by_age on exports (created_at);

-- The file of an export in pieces of a mebibyte, so that neither the writer nor a reader holds all of it. They go when it expires.
create table export_pieces (
  organisation_id text not null,
  export_id text not null,
  place integer not null,
  bytes bytea not null,
  primary key (organisation_id, export_id, place),
  foreign key (organisation_id, export_id) references exports (organisation_id, id)
);
alter table export_pieces alter column bytes set storage external;
