-- Directory sync (SCIM 2.0, RFC 7643 and 7644): an identity provider keeps members and teams up to date. What it sends is kept beside the
-- directory, so that a trial and a connection that was stopped answer as if all had been done.

-- The connection of an organisation; without a row it is off. parent_team_id: new teams are placed under it. held_at and held: since when
-- the brake stops it, and how many people were to be deactivated within the hour. counted_from: deactivations before it do not count for
-- the brake, because an admin has confirmed them.
create table directory_syncs (
  organisation_id text        collate "C" primary key references organisations (id),
  state           text        not null default 'off' constraint directory_syncs_state_known check (state in ('off', 'trial', 'on', 'held')),
  parent_team_id  text        collate "C",
  held_at         timestamptz,
  held            integer,
  counted_from    timestamptz,
  last_request_at timestamptz,
  version         integer     not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  constraint directory_syncs_team_fkey foreign key (organisation_id, parent_team_id) references teams (organisation_id, id)
);

-- Bearer tokens of identity providers that cannot ask for one: for SCIM alone, stored as SHA-256.
create table directory_sync_tokens (
  organisation_id text        collate "C" not null references directory_syncs (organisation_id),
  id              text        collate "C" not null,
  token_sha256    bytea       not null unique,
  created_by      text        collate "C" not null,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  last_used_at    timestamptz,
  primary key (organisation_id, id)
);

-- Users as the provider sent them. id is the member's, also before there is such a member. owns: fields of the member that the provider
-- maintains. sent_by: the application that sent the last change. planned: what is still to be written to the directory; fault: why it could not be. deactivated_at: when sync deactivated the
-- member, for the brake. deleted_at: the provider has deleted it and finds it no more; the row goes when the member is erased, or when the
-- connection is turned off.
create table synced_users (
  organisation_id text        collate "C" not null references directory_syncs (organisation_id),
  id              text        collate "C" not null,
  user_name       text        not null,
  external_id     text,
  emails          text[]      not null,
  manager_id      text        collate "C",
  active          boolean     not null,
  resource        jsonb       not null,
  owns            text[]      not null,
  sent_by         text        collate "C" not null,
  planned         text        constraint synced_users_planned_known check (planned in ('create', 'update', 'deactivate', 'reactivate')),
  fault           text,
  deactivated_at  timestamptz,
  deleted_at      timestamptz,
  version         integer     not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organisation_id, id)
);
-- A name or an id of the provider is one user's; both are looked up before each change.
create unique index synced_users_by_name on synced_users (organisation_id, lower(user_name)) where deleted_at is null;
create unique index synced_users_by_external_id on synced_users (organisation_id, external_id)
  where external_id is not null and deleted_at is null;
-- Who gets a manager when that manager arrives.
create index synced_users_by_manager on synced_users (organisation_id, manager_id) where manager_id is not null;
-- What waits to be written, and the list of it.
create index synced_users_planned on synced_users (organisation_id, id) where planned is not null;

-- Groups as the provider sent them. id is the team's, also before there is such a team. parent_id: of the team above, where the provider
-- nests groups.
create table synced_groups (
  organisation_id text        collate "C" not null references directory_syncs (organisation_id),
  id              text        collate "C" not null,
  display_name    text        not null,
  external_id     text,
  parent_id       text        collate "C",
  owns            text[]      not null,
  sent_by         text        collate "C" not null,
  planned         text        constraint synced_groups_planned_known check (planned in ('create', 'update', 'archive', 'reactivate')),
  fault           text,
  deleted_at      timestamptz,
  version         integer     not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organisation_id, id)
);
-- Providers look for groups by either; several may have the same name.
create index synced_groups_by_name on synced_groups (organisation_id, lower(display_name)) where deleted_at is null;
create unique index synced_groups_by_external_id on synced_groups (organisation_id, external_id)
  where external_id is not null and deleted_at is null;
create index synced_groups_planned on synced_groups (organisation_id, id) where planned is not null;

-- Who is in a group. belongs = false: was taken out, and the team does not know it yet. is_written: the directory has it.
create table synced_memberships (
  organisation_id text        collate "C" not null,
  group_id        text        collate "C" not null,
  user_id         text        collate "C" not null,
  belongs         boolean     not null,
  is_written      boolean     not null,
  primary key (organisation_id, group_id, user_id),
  constraint synced_memberships_group_fkey foreign key (organisation_id, group_id) references synced_groups (organisation_id, id) on delete cascade,
  constraint synced_memberships_user_fkey foreign key (organisation_id, user_id) references synced_users (organisation_id, id) on delete cascade
);
-- The groups of a user who comes back.
create index synced_memberships_by_user on synced_memberships (organisation_id, user_id);
-- What waits to be written.
create index synced_memberships_unwritten on synced_memberships (organisation_id, group_id) where not is_written;

-- What came in within five minutes: one entry of the audit log each. state: of the connection then. counts: changes by kind.
create table directory_sync_runs (
  organisation_id text        collate "C" not null references directory_syncs (organisation_id),
  id              text        collate "C" not null,
  state           text        not null,
  application_id  text        collate "C" not null,
  requests        integer     not null,
  refused         integer     not null,
  counts          jsonb       not null,
  started_at      timestamptz not null,
  last_at         timestamptz not null,
  ended_at        timestamptz,
  primary key (organisation_id, id)
);
-- Those that are still open: a caller adds to theirs, and the clock ends them.
create unique index directory_sync_runs_open on directory_sync_runs (organisation_id, application_id, state) where ended_at is null;
create index directory_sync_runs_due on directory_sync_runs (started_at) where ended_at is null;
