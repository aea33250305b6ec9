-- Findings that a user keeps at the top of their own list. A pin goes with its finding, and with whoever is erased; when a finding is computed
-- again, it moves to the one that is about the same.
create table insight_pins (
  organisation_id text collate "C" not null,
  user_id text collate "C" not null,
  insight_id text collate "C" not null,
  created_at timestamptz not null,
  primary key (organisation_id, user_id, insight_id),
  foreign key (organisation_id, user_id) references users (organisation_id, id),
  foreign key (organisation_id, insight_id) references insights (organisation_id, id) on delete cascade
);
-- For findings that are deleted or superseded.
create index insight_pins_by_insight on insight_pins (organisation_id, insight_id);
