-- What a person may demand of the data that is held about them, and the end of an organisation: its export and its deletion.

-- A restricted person is on no new roster, and nothing is sent to them. Beside the status, which a directory's own programs change.
alter table members add column restricted_at timestamptz;

-- Privacy requests (GDPR Art. 15, 17, 18): one row for each, by whoever it came. It leads to the member of the directory, the user, or both,
-- and goes on naming their ids when they are erased, which then lead to nobody; note and reason go with the erasure.
create table privacy_requests (
  organisation_id text not null references organisations (id),
  id text not null,
  member_id text,
  user_id text,
  kind text not null,
  state text not null,
  -- the user who asked; in_person: for themselves
  asked_by text not null,
  in_person boolean not null,
  note text,
  deadline_at timestamptz not null,
  extension_reason text,
  reason text,
  handled_by text,
  ended_at timestamptz,
  -- of an export that is ready
  expires_at timestamptz,
  token_sha256 bytea,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, member_id) references members (organisation_id, id),
  foreign key (organisation_id, user_id) references users (organisation_id, id),
  constraint privacy_requests_of_somebody check (member_id is not null or user_id is not null),
  constraint privacy_requests_kind_known check (kind in ('access', 'erasure', 'restriction')),
  constraint privacy_requests_state_known
    check (state in ('received', 'in_progress', 'ready', 'in_force', 'completed', 'declined', 'cancelled'))
);
-- One open request of a kind for each person.
create unique index privacy_requests_open on privacy_requests (organisation_id, (coalesce(member_id, user_id)), kind)
  where state in ('received', 'in_progress', 'in_force');
-- The requests of one person, for themselves.
create index privacy_requests_by_member on privacy_requests (organisation_id, member_id) where member_id is not null;
create index privacy_requests_by_user on privacy_requests (organisation_id, user_id) where user_id is not null;
-- A link in a message leads to its request.
create unique index privacy_requests_by_token on privacy_requests (token_sha256) where token_sha256 is not null;
-- Exports that end.
create index privacy_requests_ending on privacy_requests (expires_at) where state = 'ready';

-- Messages of the service itself that wait to be sent: about a privacy request, or the end of the organisation. A row holds the address,
-- because the person may have been erased meanwhile; it is deleted as soon as the message is sent or has failed for good.
create table notices (
  organisation_id text not null references organisations (id),
  id text not null,
  kind text not null,
  -- the request that it is about
  subject_id text,
  address text not null,
  locale text,
  facts jsonb not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organisation_id, id)
);
-- Of all organisations, the one that is due first.
create index notices_due on notices (due_at);

-- Exports of everything that an organisation may take along. The rows go a while after the file has expired.
create table organisation_exports (
  organisation_id text not null references organisations (id),
  id text not null,
  state text not null,
  asked_by text not null,
  parts_done integer not null default 0,
  parts_total integer not null,
  bytes bigint not null default 0,
  token_sha256 bytea,
  token_expires_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id),
  constraint organisation_exports_state_known check (state in ('waiting', 'running', 'ready', 'failed', 'expired'))
);
-- One at a time.
create unique index organisation_exports_running on organisation_exports (organisation_id) where state in ('waiting', 'running');
-- A link leads to its export.
create unique index organisation_exports_by_token on organisation_exports (token_sha256) where token_sha256 is not null;
-- Files that expire.
create index organisation_exports_ending on organisation_exports (expires_at) where state = 'ready';

-- The file of an export in pieces of about a megabyte, so that neither the writer nor a reader holds all of it. They go when it expires.
create table organisation_export_pieces (
  organisation_id text not null,
  export_id text not null,
  place integer not null,
  bytes bytea not null,
  primary key (organisation_id, export_id, place),
  foreign key (organisation_id, export_id) references organisation_exports (organisation_id, id)
);
alter table organisation_export_pieces alter column bytes set storage external;

-- An organisation that will be deleted: it waits, is warned of, and goes with everything that it has. The row is the last to go.
create table organisation_deletions (
  organisation_id text not null references organisations (id),
  requested_by text not null,
  state text not null default 'waiting',
  due_at timestamptz not null,
  warned_at timestamptz,
  created_at timestamptz not null,
  primary key (organisation_id),
  constraint organisation_deletions_state_known check (state in ('waiting', 'deleting'))
);

-- Whoever reports to a member, when that member is deleted with their organisation.
create index members_by_manager on members (organisation_id, manager_member_id) where manager_member_id is not null;

-- What one person said by name, to erase it and to copy it for them: without it every answer of the organisation is read.
create index responses_by_member on responses (organisation_id, member_id) where member_id is not null;
