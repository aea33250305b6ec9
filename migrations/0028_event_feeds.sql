-- Events so far could be read by nobody, and do not say whose private survey they are about.
delete from events;

-- An event has a position among those of its organisation from shortly after its commit (src/events/placing.ts). private_to: the author of a
-- private survey, who alone may read the event.
alter table events
  drop column dispatched_at,
  add column position bigint,
  add column private_to text;

-- The feed reads behind a position.
create unique index events_by_position on events (organisation_id, position) where position is not null;
-- The few that have none yet, in the order in which they get one.
create index events_unplaced on events (organisation_id, occurred_at, id) where position is null;

-- The ends of an organisation's feed: the last position that was given, and the last event that was deleted for its age, behind which a reader
-- has missed nothing. It goes with its organisation.
create table event_feeds (
  organisation_id  text primary key references organisations (id),
  head_position    bigint not null default 0,
  expired_position bigint not null default 0,
  expired_id       text
);
