-- How many no channel reached when a collection opened. Whoever is found unreachable later lowers its live count in whole steps (src/collection/response-summary.ts):
-- one at a time, they would tell where its steps begin.
alter table collections add column unreachable_at_open integer not null default 0;
