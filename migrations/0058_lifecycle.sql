-- Check-ins that ask each person once, some days after they join or before they leave. null: everybody is asked on the dates of the rule,
-- which otherwise are the beginnings of the periods whose answers count together.
alter table check_ins add column lifecycle jsonb;
-- When the clock looks again for people whose day has come; null where nobody is added.
alter table check_in_instances add column asks_at timestamptz;
-- The clock finds those that are due.
create index check_in_instances_asking on check_in_instances (asks_at) where state = 'open' and asks_at is not null;
-- People are added while it is open, each with a window of their own: no count is shown before it ends.
alter table collections add column is_rolling boolean not null default false;
-- The clock finds the people whose day is in a period.
create index members_by_joining on members (organisation_id, joined_on) where joined_on is not null;
create index members_by_leaving on members (organisation_id, leaves_on) where leaves_on is not null;
