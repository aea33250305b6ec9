-- When the author and the leads of a collection are told if few have answered by then; null where nobody is, and once it was looked at.
alter table collections add column participation_due_at timestamptz;
-- The clock finds those that are due.
create index collections_participation_due on collections (participation_due_at) where state = 'open' and participation_due_at is not null;
