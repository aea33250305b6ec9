-- Addresses of applications to which events are sent (src/webhooks). position: the last event of the feed that was looked at for it. secrets:
-- the signing keys, sealed by a key outside the database (src/sealing.ts). second, second_count: how many requests it got in that second.
-- It goes with its organisation.
create table webhooks (
  organisation_id       text not null,
  id                    text not null,
  application_id        text not null,
  url                   text not null,
  types                 text[] not null,
  description           text not null,
  state                 text not null check (state in ('unverified', 'active', 'paused', 'disabled')),
  disabled_reason       text check (disabled_reason in ('gone', 'failing', 'application_revoked')),
  signatures            text[] not null,
  public_key            text not null,
  secrets               bytea not null,
  previous_secrets      bytea,
  previous_secret_until timestamptz,
  position              bigint not null,
  last_delivered_at     timestamptz,
  failing_since         timestamptz,
  given_up_on           date,
  second                timestamptz,
  second_count          integer not null default 0,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  version               integer not null default 1,
  primary key (organisation_id, id),
  foreign key (organisation_id, application_id) references applications (organisation_id, id),
  constraint webhooks_reason_with_state check ((state = 'disabled') = (disabled_reason is not null))
);

create index webhooks_by_application on webhooks (organisation_id, application_id);
-- A look for those that lack events, and for those with something to send.
create index webhooks_active on webhooks (organisation_id, id) where state = 'active';

-- An event for an address. due_at: of the next attempt, while it waits; claimed_until: a worker is sending it; round_attempts: attempts since
-- it began to wait. It goes with its event, for its age, or with its webhook.
create table webhook_deliveries (
  organisation_id text not null,
  id              text not null,
  webhook_id      text not null,
  event_id        text not null,
  state           text not null check (state in ('waiting', 'delivered', 'failed', 'cancelled')),
  attempts        integer not null default 0,
  round_attempts  integer not null default 0,
  due_at          timestamptz not null,
  claimed_until   timestamptz,
  created_at      timestamptz not null,
  ended_at        timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, webhook_id) references webhooks (organisation_id, id) on delete cascade,
  foreign key (organisation_id, event_id) references events (organisation_id, id) on delete cascade
);

-- An event is for an address once: it is sent again by the same row.
create unique index webhook_deliveries_once on webhook_deliveries (organisation_id, webhook_id, event_id);
-- Deleted events take theirs with them.
create index webhook_deliveries_by_event on webhook_deliveries (organisation_id, event_id);
-- What is due.
create index webhook_deliveries_due on webhook_deliveries (organisation_id, webhook_id, due_at) where state = 'waiting';

-- What was tried, and the beginning of the answer. It goes with its delivery.
create table webhook_attempts (
  organisation_id text not null,
  delivery_id     text not null,
  number          integer not null,
  at              timestamptz not null,
  milliseconds    integer not null,
  status          integer,
  error           text,
  answer          text not null,
  primary key (organisation_id, delivery_id, number),
  foreign key (organisation_id, delivery_id) references webhook_deliveries (organisation_id, id) on delete cascade
);
