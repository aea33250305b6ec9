-- How many quarters of those asked have answered, as far as an event has told it: response_rate.threshold_crossed.
alter table collections add column told_quarters integer not null default 0;
create index collections_open on collections (organisation_id, id) where state = 'open' and told_quarters < 3;
