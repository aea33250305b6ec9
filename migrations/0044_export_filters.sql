-- What narrows a dataset, as one value.

alter table exports add column filter jsonb not null default '{}';
update exports
set filter = jsonb_build_object('released_since', to_char(released_since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
where released_since is not null;
alter table exports alter column filter drop default;
alter table exports drop column released_since;

alter table export_schedules add column filter jsonb not null default '{}';
alter table export_schedules alter column filter drop default;
-- Rises when its owner changes it, or it is stopped.
alter table export_schedules add column version integer not null default 1;
