-- organisation_id leads every key of what belongs to an organisation: it is the distribution key.
-- The exceptions are what is found by a bearer's secret alone (access_tokens, authorization_codes,
-- recipients by their link, receipts): there the hash of the secret comes first.

-- The tenant. k_* are floors: what a collection may ask for is never less. language_model: the host that comments
-- may be sent to, null where the organisation has not agreed to any.
create table organisations (
  id          text        collate "C" primary key,
  name        text        not null,
  slug        text        not null,
  time_zone   text        not null default 'UTC',
  locale      text        not null default 'en',
  k_score     integer     not null default 5  constraint organisations_k_score_min check (k_score >= 5),
  k_comment   integer     not null default 10 constraint organisations_k_comment_min check (k_comment >= 10),
  k_rate      integer     not null default 5  constraint organisations_k_rate_min check (k_rate >= 5),
  language_model text,
  version     integer     not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null
);
create unique index organisations_by_slug on organisations (slug);

-- A person of one organisation, who signs in by their identities and has none until the first sign-in. joined_by is the
-- identity provider by which they joined without an invitation; when it says that they have left, they have. out_by_directory:
-- disabled because they left the directory, and re-enabled when they return; a user whom an admin disabled is not.
create table users (
  organisation_id text        collate "C" not null references organisations,
  id              text        collate "C" not null,
  email           text        not null,
  name            text        not null,
  role            text        not null constraint users_role_known check (role in ('admin', 'analyst', 'member')),
  member_id       text        collate "C",
  status          text        not null default 'active'
                  constraint users_status_known check (status in ('active', 'disabled', 'left')),
  out_by_directory boolean    not null default false,
  joined_by       text        collate "C",
  version         integer     not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organisation_id, id)
);
create unique index users_by_member on users (organisation_id, member_id) where member_id is not null;
-- First sign-in looks for somebody who was expected under this address.
create index users_by_email on users (lower(email));

-- Who somebody is for an identity provider: the only key of a person, byte for byte. One identity is one user in an
-- organisation, a user may have several. signed_in_at: the latest sign-in that was used here.
create table identities (
  organisation_id text        collate "C" not null,
  id              text        collate "C" not null,
  issuer          text        collate "C" not null,
  subject         text        collate "C" not null,
  user_id         text        collate "C" not null,
  email           text,
  created_at      timestamptz not null,
  signed_in_at    timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, user_id) references users (organisation_id, id)
);
create unique index identities_by_subject on identities (issuer, subject, organisation_id);
create index identities_by_user on identities (organisation_id, user_id);

-- Identity providers that an organisation trusts to identify its own people. Nobody can sign in by one before proved_at, when
-- an admin has signed in by it. role_values: the role that each value of role_claim grants to people who join.
create table identity_providers (
  organisation_id     text    collate "C" not null references organisations,
  id                  text    collate "C" not null,
  name                text    not null,
  issuer              text    collate "C" not null,
  profile             text    not null,
  audiences           text[]  not null,
  authorized_parties  text[]  not null,
  client_id           text,
  organisation_claim  text,
  organisation_values text[]  not null,
  joins               boolean not null,
  role_claim          text,
  role_values         jsonb   not null default '{}',
  proved_at           timestamptz,
  version             integer not null default 1,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  primary key (organisation_id, id)
);
create unique index identity_providers_by_issuer on identity_providers (issuer, organisation_id);
-- The sign-in page names one by its id, before anybody is known.
create unique index identity_providers_by_id on identity_providers (id);

-- Keys of an issuer that were read before this instant are trusted no more: its emergency.
create table issuer_reloads (
  issuer          text        collate "C" primary key,
  reloaded_at     timestamptz not null
);

-- Who was asked by e-mail to join. The token is made when the mail goes and kept as SHA-256; sending again makes another.
-- mail_due_at is null when nothing is to be sent.
create table invitations (
  organisation_id text        collate "C" not null references organisations,
  id              text        collate "C" not null,
  email           text        not null,
  role            text        not null constraint invitations_role_known check (role in ('admin', 'analyst', 'member')),
  state           text        not null constraint invitations_state_known check (state in ('pending', 'accepted', 'revoked')),
  token_sha256    bytea,
  invited_by      text        collate "C" not null,
  accepted_by     text        collate "C",
  mail_state      text        not null constraint invitations_mail_known check (mail_state in ('due', 'sent', 'failed')),
  mail_reason     text,
  mail_attempts   integer     not null default 0,
  mail_due_at     timestamptz,
  expires_at      timestamptz not null,
  accepted_at     timestamptz,
  version         integer     not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, invited_by) references users (organisation_id, id)
);
create unique index invitations_by_token on invitations (token_sha256) where token_sha256 is not null;
create unique index invitations_pending on invitations (organisation_id, lower(email)) where state = 'pending';
-- What is to be mailed, over all organisations.
create index invitations_due on invitations (mail_due_at) where mail_due_at is not null;

create table teams (
  organisation_id text        collate "C" not null references organisations,
  id              text        collate "C" not null,
  external_id     text,
  name            text        not null,
  description     text,
  parent_team_id  text        collate "C",
  time_zone       text,
  status          text        not null default 'active' constraint teams_status_known check (status in ('active', 'archived')),
  version         integer     not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, parent_team_id) references teams (organisation_id, id)
);
create unique index teams_by_external_id on teams (organisation_id, external_id) where external_id is not null;
create index teams_by_parent on teams (organisation_id, parent_team_id) where parent_team_id is not null;

create table members (
  organisation_id   text        collate "C" not null references organisations,
  id                text        collate "C" not null,
  external_id       text,
  name              text        not null,
  email             text,
  locale            text,
  time_zone         text,
  manager_member_id text        collate "C",
  attributes        jsonb       not null default '{}',
  channels          jsonb       not null default '[]',
  quiet_hours       jsonb,
  status            text        not null default 'active'
                    constraint members_status_known check (status in ('active', 'suspended', 'deactivated', 'erased')),
  version           integer     not null default 1,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, manager_member_id) references members (organisation_id, id)
);
create unique index members_by_external_id on members (organisation_id, external_id) where external_id is not null;
create unique index members_by_email on members (organisation_id, lower(email)) where email is not null;
-- First sign-in of somebody whom an organisation lists by a verified address.
create index members_everywhere_by_email on members (lower(email)) where email is not null and status = 'active';

-- Who is in which team, and since when. Ended rows stay: a collection keeps its own snapshot.
create table memberships (
  organisation_id text        collate "C" not null,
  team_id         text        collate "C" not null,
  member_id       text        collate "C" not null,
  role            text        not null default 'member' constraint memberships_role_known check (role in ('manager', 'lead', 'member')),
  joined_at       timestamptz not null,
  left_at         timestamptz,
  primary key (organisation_id, team_id, member_id, joined_at),
  foreign key (organisation_id, team_id) references teams (organisation_id, id),
  foreign key (organisation_id, member_id) references members (organisation_id, id)
);
create unique index memberships_current on memberships (organisation_id, team_id, member_id) where left_at is null;
create index memberships_current_by_member on memberships (organisation_id, member_id) where left_at is null;

-- Days of absence, both included and in the member's time zone, on which they get no messages.
create table absences (
  organisation_id text        collate "C" not null,
  id              text        collate "C" not null,
  member_id       text        collate "C" not null,
  starts_on       date        not null,
  ends_on         date        not null,
  created_at      timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, member_id) references members (organisation_id, id),
  constraint absences_in_order check (ends_on >= starts_on)
);
create index absences_by_member on absences (organisation_id, member_id, starts_on);

-- Addresses (in lower case) that a channel has refused for good: nothing is sent there until somebody takes the row away.
create table suppressions (
  organisation_id text        collate "C" not null references organisations,
  id              text        collate "C" not null,
  channel         text        not null,
  address         text        not null,
  source          text        not null constraint suppressions_source_known check (source in ('channel', 'dsn', 'webhook')),
  reason          text        not null,
  since           timestamptz not null,
  primary key (organisation_id, channel, address)
);
create unique index suppressions_by_id on suppressions (organisation_id, id);

-- Who wants to hear no more of a pulse or a check-in (series_id).
create table opt_outs (
  organisation_id text        collate "C" not null,
  series_id       text        collate "C" not null,
  member_id       text        collate "C" not null,
  since           timestamptz not null,
  primary key (organisation_id, series_id, member_id),
  foreign key (organisation_id, member_id) references members (organisation_id, id)
);

-- OAuth clients. confidential: a server that keeps a secret; public: a native app; first_party: a page of ours, made by
-- the operator only, whose consent is implied.
create table applications (
  organisation_id text        collate "C" not null references organisations,
  id              text        collate "C" not null,
  client_id       text        not null,
  name            text        not null,
  kind            text        not null default 'confidential' constraint applications_kind_known check (kind in ('confidential', 'public', 'first_party')),
  redirect_uris   text[]      not null,
  scopes          text[]      not null,
  require_pkce    boolean     not null default false,
  api_version     text        not null,
  status          text        not null default 'active' constraint applications_status_known check (status in ('active', 'revoked')),
  created_by      text        collate "C",
  version         integer     not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organisation_id, id)
);
create unique index applications_by_client_id on applications (client_id);

-- At most two live secrets an application, kept as SHA-256 of the whole credential. One that was seen by others is marked
-- as compromised and stays, since what was minted with it is dead by that mark.
create table application_secrets (
  organisation_id text        collate "C" not null,
  application_id  text        collate "C" not null,
  id              text        collate "C" not null,
  secret_sha256   bytea       not null,
  last_four       text        not null,
  created_at      timestamptz not null,
  expires_at      timestamptz,
  compromised_at  timestamptz,
  primary key (organisation_id, application_id, id),
  foreign key (organisation_id, application_id) references applications (organisation_id, id)
);
-- A leaked secret is reported by itself.
create index application_secrets_by_hash on application_secrets (secret_sha256);

-- What a person allowed an application. Withdrawn rows stay dead: allowing again makes a new one.
create table grants (
  organisation_id text        collate "C" not null,
  id              text        collate "C" not null,
  user_id         text        collate "C" not null,
  application_id  text        collate "C" not null,
  scopes          text[]      not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  last_used_at    timestamptz,
  revoked_at      timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, user_id) references users (organisation_id, id),
  foreign key (organisation_id, application_id) references applications (organisation_id, id)
);
create unique index grants_live on grants (organisation_id, user_id, application_id) where revoked_at is null;

-- One row per code that was allowed. Redeeming marks it; it stays while its tokens may live, so that a replay is known.
create table authorization_codes (
  code_sha256     bytea       primary key,
  organisation_id text        collate "C" not null,
  application_id  text        collate "C" not null,
  user_id         text        collate "C" not null,
  grant_id        text        collate "C" not null,
  redirect_uri    text        not null,
  scopes          text[]      not null,
  code_challenge  text,
  failures        integer     not null default 0,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  consumed_at     timestamptz,
  foreign key (organisation_id, application_id) references applications (organisation_id, id),
  foreign key (organisation_id, user_id) references users (organisation_id, id),
  foreign key (organisation_id, grant_id) references grants (organisation_id, id)
);
-- Read by the hourly sweep of dead codes.
create index authorization_codes_by_expiry on authorization_codes (expires_at);

-- All refresh tokens that came of one code, one after the other. Ends at the latest a year after the person allowed it.
create table refresh_families (
  organisation_id text        collate "C" not null,
  id              text        collate "C" not null,
  application_id  text        collate "C" not null,
  user_id         text        collate "C" not null,
  grant_id        text        collate "C" not null,
  secret_id       text        collate "C",
  code_sha256     bytea       not null,
  scopes          text[]      not null,
  created_at      timestamptz not null,
  ends_at         timestamptz not null,
  revoked_at      timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, application_id) references applications (organisation_id, id),
  foreign key (organisation_id, user_id) references users (organisation_id, id),
  foreign key (organisation_id, grant_id) references grants (organisation_id, id)
);
-- A replayed code ends the family that it gave.
create index refresh_families_by_code on refresh_families (organisation_id, code_sha256);
create index refresh_families_by_grant on refresh_families (organisation_id, grant_id);

-- Refresh tokens as SHA-256. A rotated one stays while it could be shown again. Its successor can be computed from the
-- token itself and successor_salt together, and from neither alone.
create table refresh_tokens (
  token_sha256    bytea       primary key,
  organisation_id text        collate "C" not null,
  family_id       text        collate "C" not null,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  rotated_at      timestamptz,
  successor_salt  bytea,
  foreign key (organisation_id, family_id) references refresh_families (organisation_id, id) on delete cascade
);
create index refresh_tokens_by_family on refresh_tokens (organisation_id, family_id);
-- Read by the hourly sweep of dead ones.
create index refresh_tokens_by_expiry on refresh_tokens (expires_at);

-- Bearer tokens as SHA-256, in a partition for each day of expiry: made ahead and dropped when dead (src/oauth/sweep.ts).
-- user_id is null for an organisation's token. A token is dead with its application, user, grant, family or secret.
create table access_tokens (
  token_sha256    bytea       not null,
  organisation_id text        collate "C" not null,
  application_id  text        collate "C" not null,
  user_id         text        collate "C",
  grant_id        text        collate "C",
  family_id       text        collate "C",
  secret_id       text        collate "C",
  code_sha256     bytea,
  scopes          text[]      not null,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  revoked_at      timestamptz,
  primary key (token_sha256, expires_at)
) partition by range (expires_at);
-- For days that nobody made a partition for.
create table access_tokens_default partition of access_tokens default;
-- A replayed code ends the tokens that it gave.
create index access_tokens_by_code on access_tokens (code_sha256) where code_sha256 is not null;

-- Every node remembers credentials for some seconds; at commit of a change it is told to forget (src/oauth/changes.ts).
-- Triggers, so that no writer can leave it out. Issuing a token tells nobody.
create function credential_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('credential_changed', tg_argv[0] || ' ' || (to_jsonb(new) ->> tg_argv[1]));
  return null;
end $$;
create trigger applications_changed after insert or update on applications
  for each row execute function credential_changed('application', 'id');
create trigger application_secrets_changed after insert or update on application_secrets
  for each row execute function credential_changed('application', 'application_id');
create trigger users_changed after update of status on users
  for each row execute function credential_changed('user', 'id');

-- Access that a user gave to applications ends when the user is disabled, and is not restored when they are re-enabled.
create function end_what_a_user_allowed() returns trigger language plpgsql as $$
begin
  update grants
  set revoked_at = new.updated_at
  where organisation_id = new.organisation_id
    and user_id = new.id
    and revoked_at is null;
  return null;
end $$;
create trigger users_out after update of status on users
  for each row when (old.status = 'active' and new.status <> 'active') execute function end_what_a_user_allowed();
create trigger access_tokens_changed after update of revoked_at on access_tokens
  for each row execute function credential_changed('token', 'token_sha256');
create trigger grants_changed after update of revoked_at on grants
  for each row execute function credential_changed('grant', 'id');
create trigger refresh_families_changed after update of revoked_at on refresh_families
  for each row execute function credential_changed('family', 'id');

-- Requests that applications made, for 30 days, in a partition a day (src/usage). Written in batches after the reply;
-- bodies, tokens and full addresses are never kept, and nothing at all of answering.
create table api_requests (
  organisation_id text        collate "C" not null,
  application_id  text        collate "C" not null,
  id              text        collate "C" not null,
  user_id         text        collate "C",
  occurred_at     timestamptz not null,
  operation       text        not null,
  method          text        not null,
  path            text        not null,
  template        text        not null,
  query           jsonb       not null,
  status          integer     not null,
  code            text,
  duration_ms     real        not null,
  request_bytes   integer,
  reply_bytes     integer,
  api_version     text        not null,
  user_agent      text,
  network         text        not null,
  primary key (organisation_id, application_id, occurred_at, id)
) partition by range (occurred_at);
create table api_requests_default partition of api_requests default;
create index api_requests_by_id on api_requests (organisation_id, application_id, id);

-- The same, summed up: a row for each application, day (UTC) and operation. latency counts requests by steps of duration.
create table api_usage (
  organisation_id text        collate "C" not null,
  application_id  text        collate "C" not null,
  day             date        not null,
  operation       text        not null,
  requests        bigint      not null,
  client_errors   bigint      not null,
  server_errors   bigint      not null,
  latency         bigint[]    not null,
  last_used_at    timestamptz not null,
  primary key (organisation_id, application_id, day, operation),
  foreign key (organisation_id, application_id) references applications (organisation_id, id)
);

-- Accounts and keys of the embedded identity provider; empty where an external issuer is configured.
create table idp_accounts (
  id              text        collate "C" primary key,
  email           text        not null,
  name            text        not null,
  password_hash   text        not null,
  created_at      timestamptz not null
);
create unique index idp_accounts_by_email on idp_accounts (lower(email));
create table idp_keys (
  name            text        primary key,
  value           jsonb       not null,
  created_at      timestamptz not null
);

-- One period of asking: who was asked what, over which window, under which promise. Frozen at open. series_id is the pulse
-- or the check-in that it belongs to. recipients counts everyone who was meant; of them, absent and opted_out were not
-- asked and unreachable could not be. excluded were left out by the author and are not among the recipients. imported_at:
-- brought in from elsewhere; who was asked is not known, so recipients are those who answered, and there is no rate.
-- language_model: the host that people were told comments may be sent to, null if they were told of none. author_user_id,
-- visibility and deleted_at are the owner's: what belongs to a collection is seen like its owner (src/visibility.ts).
create table collections (
  organisation_id text        collate "C" not null references organisations,
  id              text        collate "C" not null,
  owner_kind      text        not null constraint collections_owner_known check (owner_kind in ('pulse', 'check_in_instance')),
  owner_id        text        collate "C" not null,
  series_id       text        collate "C" not null,
  title           text        not null,
  description     text,
  questions       jsonb       not null,
  questions_version integer   not null,
  roster          jsonb       not null,
  channels        text[]      not null,
  auto_close      boolean     not null default false,
  mode            text        not null constraint collections_mode_known check (mode in ('attributed', 'confidential', 'anonymous')),
  k_score         integer     not null,
  k_comment       integer     not null,
  k_rate          integer     not null,
  audience        text[]      not null default '{}',
  breakdown       jsonb,
  promise_hash    text,
  state           text        not null constraint collections_state_known check (state in ('open', 'closed', 'cancelled')),
  author_user_id  text        collate "C" not null,
  visibility      text        not null constraint collections_visibility_known check (visibility in ('public', 'private')),
  deleted_at      timestamptz,
  is_public       boolean     not null generated always as (visibility = 'public' and deleted_at is null) stored,
  results_status  text        not null default 'pending'
                  constraint collections_results_known check (results_status in ('pending', 'analysing', 'available', 'insufficient')),
  quiet_hours     jsonb,
  recipients      integer     not null default 0,
  responded       integer     not null default 0,
  unreachable     integer     not null default 0,
  absent          integer     not null default 0,
  opted_out       integer     not null default 0,
  excluded        integer     not null default 0,
  extensions      integer     not null default 0,
  opened_at       timestamptz not null,
  closes_at       timestamptz,
  closed_at       timestamptz,
  keys_destroyed_at timestamptz,
  text_version    text,
  imported_at     timestamptz,
  language_model  text,
  ledger_id       text        collate "C",
  sitting_out     jsonb       not null default '{}',
  primary key (organisation_id, id)
);
create unique index collections_by_owner on collections (organisation_id, owner_kind, owner_id);
-- What the clock, or the last answer, has to close; the sweep reads these two and nothing else.
create index collections_due_to_close on collections (closes_at) where state = 'open';
create index collections_closing_themselves on collections (organisation_id, id) where state = 'open' and auto_close;
-- Who wants to hear no more of a series gets no message of what of it is open.
create index collections_open_by_series on collections (organisation_id, series_id) where state = 'open';
-- A trend walks back over the instances of a check-in.
create index collections_closed_by_series on collections (organisation_id, series_id, closed_at desc) where state = 'closed';

-- The secrets of one open collection: links derive from link_key, answers of anonymous mode are sealed under
-- answer_key. Both rows die at close; backups leave this table out.
create table collection_keys (
  organisation_id text        collate "C" not null,
  collection_id   text        collate "C" not null,
  link_key        bytea       not null,
  answer_key      bytea       not null,
  primary key (organisation_id, collection_id),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);

-- The frozen roster of recipients. team_id is the team in which a person counts: that of their cell of seats, if they have one.
-- seat_cell is the number of that cell; is_counted is false for people whose answers are in no figure. opens_at and closes_at are their
-- own window if it differs from the collection's; attribute_value is their value of the attribute by which figures are broken down, until
-- the collection ends. Nothing in this table changes when somebody answers.
create table recipients (
  organisation_id text        collate "C" not null,
  collection_id   text        collate "C" not null,
  member_id       text        collate "C" not null,
  team_id         text        collate "C",
  attribute_value text,
  opens_at        timestamptz,
  closes_at       timestamptz,
  token_sha256    bytea,
  seat_cell       integer,
  is_counted      boolean     not null default true,
  primary key (organisation_id, collection_id, member_id),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
create unique index recipients_by_token on recipients (token_sha256) where token_sha256 is not null;

-- The asked teams as they stood at open, with their place in the tree.
create table collection_teams (
  organisation_id text        collate "C" not null,
  collection_id   text        collate "C" not null,
  team_id         text        collate "C" not null,
  parent_team_id  text        collate "C",
  name            text        not null,
  primary key (organisation_id, collection_id, team_id),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
create index collection_teams_by_team on collection_teams (organisation_id, team_id, collection_id);

-- Where people count in the figures of questions, for a season (src/seats/). A ledger has the id of the collection that opened it. It outlives
-- that collection, because its figures were published; a later season replaces it. attribute is what its cells are also divided by.
create table seat_ledgers (
  organisation_id text        collate "C" not null references organisations,
  id              text        collate "C" not null,
  k               integer     not null,
  attribute       text,
  opened_at       timestamptz not null,
  ends_at         timestamptz not null,
  quiet_until     timestamptz,
  last_opened_at  timestamptz not null,
  primary key (organisation_id, id)
);

-- The last ledger of a question, by each of its keys (src/seats/question-keys.ts).
create table seat_questions (
  organisation_id text        collate "C" not null,
  question_key    text        collate "C" not null,
  ledger_id       text        collate "C" not null,
  primary key (organisation_id, question_key),
  foreign key (organisation_id, ledger_id) references seat_ledgers (organisation_id, id)
);
-- Ledgers that no question refers to any more are deleted.
create index seat_questions_by_ledger on seat_questions (organisation_id, ledger_id);

-- A cell counts in the team team_id, or in everyone. Cells are split and never deleted.
create table seat_cells (
  organisation_id text        collate "C" not null,
  ledger_id       text        collate "C" not null,
  cell            integer     not null,
  team_id         text        collate "C",
  value_group     text        not null,
  is_quiet        boolean     not null,
  primary key (organisation_id, ledger_id, cell),
  foreign key (organisation_id, ledger_id) references seat_ledgers (organisation_id, id) on delete cascade
);

-- One row for each person with a seat. It stays when they leave or are erased: their id then leads to nobody.
create table seats (
  organisation_id text        collate "C" not null,
  ledger_id       text        collate "C" not null,
  member_id       text        collate "C" not null,
  cell            integer     not null,
  is_erased       boolean     not null default false,
  primary key (organisation_id, ledger_id, member_id),
  foreign key (organisation_id, ledger_id, cell) references seat_cells (organisation_id, ledger_id, cell) on delete cascade
);
-- Erasure looks for all seats of one person.
create index seats_by_member on seats (organisation_id, member_id);

-- One message to one recipient: round 0 invites, later ones remind. Claimed under a row lock that a dying worker lets go
-- of. message names it for ever (Message-ID). In anonymous mode a round of reminders has a row for everyone who was invited,
-- and each ends as `sent`, so that no row tells who had answered.
create table deliveries (
  organisation_id text        collate "C" not null,
  collection_id   text        collate "C" not null,
  member_id       text        collate "C" not null,
  channel         text        not null,
  round           integer     not null,
  message         text        not null,
  address         text,
  state           text        not null constraint deliveries_state_known
                  check (state in ('pending', 'sent', 'delivered', 'bounced', 'failed', 'suppressed')),
  attempts        integer     not null default 0,
  next_attempt_at timestamptz,
  sent_at         timestamptz,
  last_error      text,
  primary key (organisation_id, collection_id, member_id, channel, round),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
-- The senders' index: by channel, so that one that is paused costs the others nothing.
create index deliveries_due on deliveries (channel, next_attempt_at) where state = 'pending';
-- A bounce names the message that came back.
create unique index deliveries_by_message on deliveries (message);

-- When the people of a collection are reminded. lead: an ISO 8601 duration before the end, which moves with it.
create table reminders (
  organisation_id text        collate "C" not null,
  collection_id   text        collate "C" not null,
  round           integer     not null,
  due_at          timestamptz not null,
  lead            text,
  made_at         timestamptz,
  primary key (organisation_id, collection_id, round),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
create index reminders_due on reminders (due_at) where made_at is null;

-- What respondents said. respondent_key is a keyed hash of the link's token: it makes "once a link" a unique key, and
-- without collection_keys it leads nowhere. member_id is null and answers are sealed in anonymous mode; at close those
-- rows are written anew, shuffled and unsealed, without respondent_key. A partial one was saved and not sent: attempt_key
-- is a keyed hash of the secret of the device that saved it, and at close the row goes.
create table responses (
  organisation_id text        collate "C" not null,
  collection_id   text        collate "C" not null,
  id              text        collate "C" not null,
  respondent_key  bytea,
  member_id       text        collate "C",
  team_id         text        collate "C",
  answers         jsonb,
  sealed          bytea,
  state           text        not null constraint responses_state_known check (state in ('partial', 'submitted', 'withdrawn', 'erased')),
  submitted_at    timestamptz,
  attempt_key     bytea,
  unfolded        boolean     not null default false,
  primary key (organisation_id, collection_id, id),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
create unique index responses_once on responses (organisation_id, collection_id, respondent_key);
-- Answers of attributed collections that their sums do not hold yet, as they are now. The version of a row tells a later change.
create index responses_unfolded on responses (organisation_id, collection_id) where unfolded;

-- What a receipt opens while its collection is open. All of them are dropped at close.
create table receipts (
  receipt_sha256  bytea       primary key,
  organisation_id text        collate "C" not null,
  collection_id   text        collate "C" not null,
  response_id     text        collate "C" not null,
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
create index receipts_by_collection on receipts (organisation_id, collection_id);

-- What a receipt proves afterwards: that its answer was counted. Written at close, in the order of the hashes, which is no
-- order of anything else; nothing in this table leads to an answer or to a person.
create table receipt_proofs (
  receipt_sha256  bytea       primary key,
  organisation_id text        collate "C" not null,
  collection_id   text        collate "C" not null,
  is_counted      boolean     not null default true,
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
create index receipt_proofs_by_collection on receipt_proofs (organisation_id, collection_id);

-- Cells: the smallest groups whose figures may leave. Every released figure is a sum over whole rows of this table.
create table cells (
  organisation_id text        collate "C" not null,
  collection_id   text        collate "C" not null,
  measure         text        not null,
  cell            integer     not null,
  size            integer     not null,
  figures         jsonb       not null,
  primary key (organisation_id, collection_id, measure, cell),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
-- Which cells make up which group, and their sum: null where there is one cell, or words, which are read from the cells.
-- team_id '' is everyone. A group without a row is suppressed.
create table released_groups (
  organisation_id text        collate "C" not null,
  collection_id   text        collate "C" not null,
  measure         text        not null,
  team_id         text        collate "C" not null,
  cells           integer[]   not null,
  size            integer     not null,
  sums            jsonb,
  primary key (organisation_id, collection_id, measure, team_id),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
-- One team is read by itself, of whatever was measured.
create index released_groups_by_team on released_groups (organisation_id, collection_id, team_id);
-- The same cells once more, as the values of the collection's attribute divide them; place orders the groups. others: people
-- with rarer values, or with none.
create table released_breakdowns (
  organisation_id text        collate "C" not null,
  collection_id   text        collate "C" not null,
  measure         text        not null,
  place           integer     not null,
  named           text[]      not null,
  others          boolean     not null,
  cells           integer[]   not null,
  primary key (organisation_id, collection_id, measure, place),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);

-- What joins two answers of one person: a p of the same people at two instances, and how drivers go with the outcome. Made once,
-- and kept: made anew it would differ by whoever was erased in between.
create table comparisons (
  organisation_id text        collate "C" not null,
  collection_id   text        collate "C" not null,
  previous_id     text        collate "C",
  paired          jsonb       not null,
  impacts         jsonb       not null,
  primary key (organisation_id, collection_id),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);

create index on comparisons (organisation_id, previous_id);

-- That an answer of a closed collection speaks of harassment, self-harm or danger: nothing of what, who, where or how often.
create table harm_alerts (
  organisation_id text        collate "C" not null,
  id              text        collate "C" not null,
  collection_id   text        collate "C" not null,
  kinds           text[]      not null,
  created_at      timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by text        collate "C",
  primary key (organisation_id, id),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
create unique index harm_alerts_by_collection on harm_alerts (organisation_id, collection_id);

-- What each answer of an open attributed collection adds to its signals, and the sums of each group: so that one answer more
-- costs one answer. Both go at close, when cells are made.
create table live_answers (
  organisation_id text        collate "C" not null,
  collection_id   text        collate "C" not null,
  response_id     text        collate "C" not null,
  team_id         text        collate "C",
  figures         jsonb       not null,
  primary key (organisation_id, collection_id, response_id),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
create table live_sums (
  organisation_id text        collate "C" not null,
  collection_id   text        collate "C" not null,
  team_id         text        collate "C" not null,
  measure         text        not null,
  size            integer     not null,
  sums            jsonb       not null,
  primary key (organisation_id, collection_id, team_id, measure),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);

create table pulses (
  organisation_id text        collate "C" not null references organisations,
  id              text        collate "C" not null,
  author_user_id  text        collate "C" not null,
  application_id  text        collate "C",
  title           text        not null,
  topic           text,
  description     text,
  visibility      text        not null constraint pulses_visibility_known check (visibility in ('public', 'private')),
  questions       jsonb       not null,
  questions_version integer   not null default 1,
  recipients      jsonb       not null,
  confidentiality jsonb       not null,
  breakdown       jsonb,
  channels        text[]      not null,
  reminders       jsonb       not null default '[]',
  quiet_hours     jsonb,
  auto_close      boolean     not null,
  opens_at        timestamptz,
  closes_at       timestamptz,
  tags            text[]      not null,
  metadata        jsonb       not null,
  state           text        not null constraint pulses_state_known
                  check (state in ('draft', 'scheduled', 'open', 'closed', 'cancelled', 'archived')),
  collection_id   text        collate "C",
  deleted_at      timestamptz,
  is_public       boolean     not null generated always as (visibility = 'public' and deleted_at is null) stored,
  version         integer     not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, author_user_id) references users (organisation_id, id)
);
-- A user's list: public pulses and the user's own private ones.
create index pulses_public on pulses (organisation_id, id desc) where is_public;
create index pulses_by_author on pulses (organisation_id, author_user_id, id desc);
create index pulses_by_update on pulses (organisation_id, updated_at);
create index pulses_due_to_open on pulses (opens_at) where state = 'scheduled';
-- Read by the hourly sweep of what was deleted thirty days ago.
create index pulses_deleted on pulses (deleted_at) where deleted_at is not null;

create table check_ins (
  organisation_id text        collate "C" not null references organisations,
  id              text        collate "C" not null,
  author_user_id  text        collate "C" not null,
  application_id  text        collate "C",
  title           text        not null,
  description     text,
  visibility      text        not null constraint check_ins_visibility_known check (visibility in ('public', 'private')),
  is_public       boolean     not null generated always as (visibility = 'public') stored,
  questions       jsonb       not null,
  questions_version integer   not null default 1,
  recipients      jsonb       not null,
  confidentiality jsonb       not null,
  breakdown       jsonb,
  channels        text[]      not null,
  reminders       jsonb       not null default '[]',
  quiet_hours     jsonb,
  auto_close      boolean     not null default false,
  time_zone       text        not null,
  recurrence      jsonb       not null,
  "window"        text        not null,
  roster_mode     text        not null constraint check_ins_roster_known check (roster_mode in ('dynamic', 'fixed')),
  overlap         text        not null constraint check_ins_overlap_known check (overlap in ('skip', 'close_previous')),
  fixed_member_ids text[],
  state           text        not null constraint check_ins_state_known
                  check (state in ('draft', 'active', 'paused', 'ended', 'archived')),
  version         integer     not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, author_user_id) references users (organisation_id, id)
);
create index check_ins_by_author on check_ins (organisation_id, author_user_id, id desc);

-- occurrence_key (check-in and local date) makes an instance exactly once under any number of workers. due_at is when the
-- clock looks: at opens_at, or earlier where opens_at follows the zones of the people who are asked. It is null while the
-- check-in is paused, so that what waits there for months never stands in front of what is due.
create table check_in_instances (
  organisation_id text        collate "C" not null,
  id              text        collate "C" not null,
  check_in_id     text        collate "C" not null,
  local_date      date        not null,
  title           text        not null,
  state           text        not null constraint instances_state_known
                  check (state in ('scheduled', 'open', 'closed', 'skipped', 'cancelled')),
  reason          text,
  opens_at        timestamptz not null,
  closes_at       timestamptz not null,
  due_at          timestamptz,
  opened_at       timestamptz,
  closed_at       timestamptz,
  collection_id   text        collate "C",
  version         integer     not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, check_in_id) references check_ins (organisation_id, id)
);
create unique index check_in_instances_occurrence_key on check_in_instances (organisation_id, check_in_id, local_date);
-- One waits at a time; read for when a check-in opens next.
create unique index check_in_instances_waiting on check_in_instances (organisation_id, check_in_id) where state = 'scheduled';
create index check_in_instances_due on check_in_instances (due_at) where state = 'scheduled';

-- What the responses of a closed collection say. A generation that says something else supersedes a finding, which is kept.
create table insights (
  organisation_id text        collate "C" not null,
  id              text        collate "C" not null,
  collection_id   text        collate "C" not null,
  pulse_id        text        collate "C",
  check_in_id     text        collate "C",
  check_in_instance_id text   collate "C",
  team_id         text        collate "C",
  question_id     text,
  kind            text        not null,
  subject         text,
  statement       text        not null,
  n               integer,
  value           jsonb,
  low             double precision,
  high            double precision,
  method          jsonb       not null,
  evidence        jsonb       not null,
  state           text        not null constraint insights_state_known check (state in ('generating', 'ready', 'suppressed', 'superseded')),
  generation      integer     not null default 1,
  superseded_at   timestamptz,
  created_at      timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
create index insights_by_collection on insights (organisation_id, collection_id, id desc);
create index insights_by_check_in on insights (organisation_id, check_in_id, id desc) where check_in_id is not null;

-- Recommended actions as things that a team works on: one for each team (null: everyone), driver and collection. priority and
-- confidence are the finding's; accepted_at tells which later instance measures the effect.
create table actions (
  organisation_id text        collate "C" not null,
  id              text        collate "C" not null,
  collection_id   text        collate "C" not null,
  insight_id      text        collate "C" not null,
  pulse_id        text        collate "C",
  check_in_id     text        collate "C",
  check_in_instance_id text   collate "C",
  team_id         text        collate "C",
  driver          text        not null,
  catalogue       jsonb       not null,
  title           text        not null,
  first_step      text        not null,
  owner_role      text        not null,
  effort          text        not null,
  measure         text        not null,
  priority        double precision not null,
  confidence      text        not null,
  state           text        not null constraint actions_state_known check (state in ('suggested', 'accepted', 'in_progress', 'done', 'dismissed')),
  owner_member_id text        collate "C",
  due_on          date,
  note            text,
  reason          text,
  effect          jsonb,
  accepted_at     timestamptz,
  version         integer     not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id),
  constraint actions_dismissed_for_a_reason check ((state = 'dismissed') = (reason is not null))
);
create unique index actions_by_collection on actions (organisation_id, collection_id, coalesce(team_id, ''), driver);
-- A later instance measures what was accepted before.
create index actions_by_check_in on actions (organisation_id, check_in_id, id desc) where check_in_id is not null;
create index actions_by_owner on actions (organisation_id, owner_member_id, id desc) where owner_member_id is not null;

-- What a language model is asked about a closed collection, and the words that came of it. Asked without a transaction: due_at is
-- put off while it is, so that whoever dies loses it to another; null once there is an end of it.
create table phrasings (
  organisation_id text        collate "C" not null,
  collection_id   text        collate "C" not null,
  due_at          timestamptz,
  attempts        integer     not null default 0,
  provider        text,
  model           text,
  phrasing        jsonb,
  outcome         text,
  updated_at      timestamptz not null,
  primary key (organisation_id, collection_id),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
create index phrasings_due on phrasings (due_at) where due_at is not null;

-- What happened, written in the transaction of the write. Payloads are thin: ids, states, links, never answers. Purged after
-- limits.eventsKeptDays, oldest first (events_by_time).
create table events (
  organisation_id text        collate "C" not null references organisations,
  id              text        collate "C" not null,
  type            text        not null,
  payload         jsonb       not null,
  occurred_at     timestamptz not null,
  dispatched_at   timestamptz,
  primary key (organisation_id, id)
);
create index events_by_time on events (occurred_at);

-- Who did what with credentials, floors and released figures. Never with answers. What a private pulse or check-in is the
-- target of is seen by its author alone (private_to), like everything else of it.
create table audit_events (
  organisation_id text        collate "C" not null references organisations,
  id              text        collate "C" not null,
  actor_kind      text        not null
                  constraint audit_events_actor_known check (actor_kind in ('application', 'user', 'person', 'operator', 'clock')),
  user_id         text        collate "C",
  application_id  text        collate "C",
  action          text        not null,
  target          text        collate "C",
  detail          jsonb       not null,
  private_to      text        collate "C",
  once            text,
  occurred_at     timestamptz not null,
  primary key (organisation_id, id)
);
-- Reading is written down once a day: `once` names day, reader, operation and what was read.
create unique index audit_events_once on audit_events (organisation_id, once) where once is not null;
-- Lists are newest first, whole or by one of these.
create index audit_events_newest on audit_events (organisation_id, occurred_at desc, id desc);
create index audit_events_by_action on audit_events (organisation_id, action, occurred_at desc, id desc);
create index audit_events_by_user on audit_events (organisation_id, user_id, occurred_at desc, id desc) where user_id is not null;
create index audit_events_by_application on audit_events (organisation_id, application_id, occurred_at desc, id desc)
  where application_id is not null;
create index audit_events_by_target on audit_events (organisation_id, target, occurred_at desc, id desc) where target is not null;

-- Replies kept for a day under the caller's Idempotency-Key, written in the transaction of their effect.
create table idempotency_keys (
  organisation_id text        collate "C" not null,
  caller          text        not null,
  key             text        not null,
  operation       text        not null,
  body_sha256     bytea       not null,
  status          integer     not null,
  response        jsonb,
  created_at      timestamptz not null,
  primary key (organisation_id, caller, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
