-- Surveys that go on once if few have answered at their end: below which share, and for how long. null: they end.
alter table pulses add column low_participation jsonb;
alter table check_ins add column low_participation jsonb;
-- As it was when the collection opened.
alter table collections add column low_participation jsonb;
-- When its end was moved because of it; never again after that.
alter table collections add column participation_extended_at timestamptz;
