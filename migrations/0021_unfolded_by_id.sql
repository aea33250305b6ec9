-- Live signals read answers that they do not hold yet in the order of their ids, a batch at a time.
drop index responses_unfolded;
create index responses_unfolded on responses (organisation_id, collection_id, id) where unfolded;
