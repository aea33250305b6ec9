-- The last event private to a user that was deleted for its age. Others cannot see such events, so their cursors do not expire by them;
-- event_feeds has the same for the events that are private to nobody. It goes with its organisation.
create table event_feed_private_ends (
  organisation_id  text   not null references event_feeds (organisation_id),
  user_id          text   not null,
  expired_position bigint not null,
  expired_id       text   not null,
  primary key (organisation_id, user_id)
);
