-- Slack workspaces that an organisation has connected. The token is sealed with the key outside the database, and gone while the workspace is
-- paused. That no two organisations have one workspace is held by `names`. A row goes when the workspace is disconnected, and with its organisation.
create table slack_workspaces (
  organisation_id text collate "C" not null references organisations (id),
  id text collate "C" not null,
  team_id text not null,
  app_id text not null,
  bot_user_id text not null,
  name text not null,
  sealed_token bytea,
  paused_because text,
  paused_at timestamptz,
  connected_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id),
  constraint slack_workspaces_paused_known check (paused_because in ('uninstalled', 'token_revoked', 'token_refused')),
  constraint slack_workspaces_paused_without_token check (
    (paused_because is null) = (paused_at is null) and (paused_because is null) = (sealed_token is not null)
  )
);
-- A workspace is connected once; messages and events find it by its team.
create unique index slack_workspaces_by_team on slack_workspaces (organisation_id, team_id);

-- Installations that were started: a hash of the state that Slack sends back and of the person who may use it. A row goes when it is used; those
-- that are over go when the next one of the organisation starts.
create table slack_installations (
  organisation_id text collate "C" not null references organisations (id),
  state_sha256 bytea not null,
  expires_at timestamptz not null,
  primary key (organisation_id, state_sha256)
);

alter table names drop constraint names_kind_known;
alter table names add constraint names_kind_known check (kind in ('slug', 'client_id', 'slack_workspace'));
