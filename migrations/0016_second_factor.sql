-- When the person signed in who authorised an application: on the code, the family and the tokens that come of it, so that a token tells
-- how recent the sign-in behind it is (auth_time of OpenID Connect, RFC 9470). Null: no person, or from before this was recorded, which
-- counts as long ago.
alter table authorization_codes add column signed_in_at timestamptz;
alter table refresh_families add column signed_in_at timestamptz;
alter table access_tokens add column signed_in_at timestamptz;

-- Of whom the organisation requires a second factor at the embedded provider.
alter table organisations add column second_factor text not null default 'optional'
  check (second_factor in ('optional', 'admins', 'everyone'));

-- Wrong codes since the last right one. At the limit codes of the app and recovery codes are refused, until a passkey or a reset.
alter table idp_accounts add column factor_failures integer not null default 0;

-- The authenticator app of an account (RFC 6238). last_step: the time step of the last code that was accepted; no code of this step or an
-- earlier one is accepted again. The secret has to be readable to check codes; whoever reads this table can read idp_keys as well.
create table idp_authenticators (
  account_id      text        collate "C" primary key references idp_accounts (id) on delete cascade,
  secret          text        not null,
  last_step       bigint      not null,
  created_at      timestamptz not null,
  last_used_at    timestamptz
);

-- Passkeys of an account: public keys (WebAuthn), for nothing but their own address. counter: of the last signature, 0 where the
-- authenticator counts nothing.
create table idp_passkeys (
  id              text        collate "C" primary key,
  account_id      text        collate "C" not null references idp_accounts (id) on delete cascade,
  credential_id   text        collate "C" not null unique,
  public_key      bytea       not null,
  counter         bigint      not null,
  transports      text[]      not null,
  name            text        not null,
  created_at      timestamptz not null,
  last_used_at    timestamptz
);
-- The passkeys that a sign-in may use.
create index idp_passkeys_by_account on idp_passkeys (account_id);

-- Recovery codes as SHA-256: 80 random bits each. A used one is deleted.
create table idp_recovery_codes (
  account_id      text        collate "C" not null references idp_accounts (id) on delete cascade,
  code_sha256     bytea       not null,
  created_at      timestamptz not null,
  primary key (account_id, code_sha256)
);

-- A factor that is being set up: the secret that was shown, or the challenge that was sent. One of each kind; deleted once it is used.
create table idp_enrolments (
  account_id      text        collate "C" not null references idp_accounts (id) on delete cascade,
  kind            text        not null check (kind in ('authenticator', 'passkey')),
  secret          text        not null,
  expires_at      timestamptz not null,
  primary key (account_id, kind)
);

-- People whose second factor was reset by an admin, and who are to be told by e-mail. A row is deleted once its message was sent or
-- refused for good.
create table second_factor_notices (
  organisation_id text        collate "C" not null,
  user_id         text        collate "C" not null,
  reset_at        timestamptz not null,
  due_at          timestamptz not null,
  attempts        integer     not null default 0,
  primary key (organisation_id, user_id),
  foreign key (organisation_id, user_id) references users (organisation_id, id)
);
-- The next message that is due, of all organisations.
create index second_factor_notices_due on second_factor_notices (due_at);
