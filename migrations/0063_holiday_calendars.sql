-- Days on which check-ins ask nobody, or ask later. An own calendar has its days here; those of a public one come with the service. Check-ins
-- name calendars in their recurrence.
create table holiday_calendars (
  organisation_id text collate "C" not null references organisations (id),
  id              text collate "C" not null,
  name            text not null,
  country         text,
  region          text,
  days            jsonb,
  version         integer not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organisation_id, id),
  constraint holiday_calendars_one_kind check ((days is null) = (country is not null) and (region is null or country is not null))
);

-- The holiday that an occurrence would have been on.
alter table check_in_instances add column moved_from date;
