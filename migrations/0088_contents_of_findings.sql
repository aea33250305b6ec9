-- What findings say, 64 of them compressed together: findings of one survey are much alike, and one alone is too short for that to be of use. A finding
-- stays a row of its own, with everything that it is looked for by, and names its place here: 64 × number + its position. Read by the key, and
-- deleted with the findings of the collection.
create table insight_contents (
  organisation_id text collate "C" not null,
  collection_id text collate "C" not null,
  number integer not null,
  contents bytea not null,
  primary key (organisation_id, collection_id, number),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
-- They are compressed already.
alter table insight_contents alter column contents set storage external;

alter table insights add column place integer;
alter table insights drop constraint insights_say_something;
-- Less than what held before: rows need not be read to know it.
alter table insights add constraint insights_say_something check (place is not null or content is not null or (statement is not null and method is not null and evidence is not null)) not valid;

-- Ids ascend, so a page of the key that is full is never written to again.
alter index insights_pkey set (fillfactor = 100);
