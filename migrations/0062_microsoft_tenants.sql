-- Microsoft tenants that an organisation has connected for Microsoft Teams. There is no token of a tenant: the app's secret is the operator's. That no two
-- organisations have one tenant is held by `names`. A row goes when the tenant is disconnected, and with its organisation.
create table microsoft_tenants (
  organisation_id text collate "C" not null references organisations (id),
  id text collate "C" not null,
  tenant_id text not null,
  name text not null,
  -- Where Teams takes messages for this tenant, as it said last; null: it has not said.
  service_url text,
  paused_because text,
  paused_at timestamptz,
  connected_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id),
  constraint microsoft_tenants_paused_known check (paused_because in ('app_blocked')),
  constraint microsoft_tenants_paused_whole check ((paused_because is null) = (paused_at is null))
);
create unique index microsoft_tenants_by_tenant on microsoft_tenants (organisation_id, tenant_id);

-- Connections that were started: a hash of the state that Microsoft sends back and of the person who may use it. A row goes when it is used; those
-- that are over go when the next one of the organisation starts.
create table microsoft_connections (
  organisation_id text collate "C" not null references organisations (id),
  state_sha256 bytea not null,
  expires_at timestamptz not null,
  primary key (organisation_id, state_sha256)
);

alter table names drop constraint names_kind_known;
alter table names add constraint names_kind_known check (kind in ('slug', 'client_id', 'slack_workspace', 'microsoft_tenant'));
