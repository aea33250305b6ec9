-- An event has a position and a number, or neither: a worker of an earlier version, which gives positions alone, fails into its quarantine until
-- a later one takes over.
update events set seq = position where position is not null and seq is null;
alter table events add constraint events_numbered check ((position is null) = (seq is null));

-- The order in which events were written. Before, those that were placed together were in the order of the clocks of their nodes.
alter table events add column written bigint generated always as identity;
drop index events_unplaced;
create index events_unplaced on events (organisation_id, written) where position is null;
