-- Exports that come again: whose, what and when, with the scopes of the token that made the schedule. A row goes when its caller deletes it,
-- 30 days after it was stopped, and with its organisation.
create table export_schedules (
  organisation_id text not null references organisations (id),
  id text not null,
  dataset text not null,
  format text not null,
  gzip boolean not null,
  only_new boolean not null,
  every text not null,
  day integer not null,
  local_time text not null,
  time_zone text not null,
  state text not null,
  stopped_reason text,
  application_id text not null,
  user_id text,
  scopes text[] not null,
  next_at timestamptz not null,
  last_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id),
  constraint export_schedules_every_known check (every in ('week', 'month')),
  constraint export_schedules_state_known check (state in ('active', 'stopped')),
  constraint export_schedules_reason_of_stopped check ((state = 'stopped') = (stopped_reason is not null))
);
-- Those of one caller, newest first.
create index export_schedules_by_caller on export_schedules (organisation_id, application_id, user_id, id);
-- Those whose time has come.
create index export_schedules_due on export_schedules (next_at) where state = 'active';
-- Those that were stopped long ago.
create index export_schedules_stopped on export_schedules (updated_at) where state = 'stopped';

-- The schedule that an export came from; it may be gone.
alter table exports add column schedule_id text;
