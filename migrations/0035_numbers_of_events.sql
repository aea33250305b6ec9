-- The number by which receivers order events. Positions are internal: they follow one another, and would tell how much happens that a reader may
-- not see. Events from before keep their position as their number; later ones are greater.
alter table events add column seq bigint;
alter table event_feeds add column head_seq bigint not null default 0;
update events set seq = position where position is not null;
update event_feeds set head_seq = head_position;
