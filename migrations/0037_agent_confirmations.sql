-- Where people confirm what an agent wants to do to others: in its program or on a page of the service, or on the page alone.
alter table organisations add column agent_confirmation text not null default 'anywhere'
  check (agent_confirmation in ('anywhere', 'page'));

-- What an agent wants to do to people, as the person it acts for sees it, and what they decided (src/mcp). binding_sha256: over organisation,
-- application, person, tool and arguments; plan_sha256: over that and the plan. private_to: the author, where the survey is theirs alone.
-- It goes a day after it expires, and with its organisation.
create table agent_confirmations (
  organisation_id text not null,
  id              text not null,
  application_id  text not null,
  user_id         text not null,
  tool            text not null,
  binding_sha256  bytea not null,
  plan            jsonb not null,
  plan_sha256     bytea not null,
  private_to      text,
  state           text not null
                  check (state in ('pending', 'confirmed', 'declined', 'used', 'replaced', 'expired')),
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  decided_at      timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, application_id) references applications (organisation_id, id),
  foreign key (organisation_id, user_id) references users (organisation_id, id)
);

-- A call finds what it asked for before; there is one at a time.
create unique index agent_confirmations_live on agent_confirmations (organisation_id, binding_sha256)
  where state in ('pending', 'confirmed', 'declined');
-- For the sweep.
create index agent_confirmations_expired on agent_confirmations (expires_at);
