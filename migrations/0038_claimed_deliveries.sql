-- What a worker is sending to a webhook is counted at each claim, and what is due comes in the order of its time and its id: neither may walk
-- everything that waits.
drop index webhook_deliveries_due;
create index webhook_deliveries_due on webhook_deliveries (organisation_id, webhook_id, due_at, id) where state = 'waiting';
create index webhook_deliveries_claimed on webhook_deliveries (organisation_id, webhook_id, claimed_until)
  where state = 'waiting' and claimed_until is not null;
