-- What a finding says, compressed: sentences, message, coverage, value, method and evidence together. A column that has something says it in place of the
-- content: findings of before have all of them, and the value of a participation is read by SQL.
alter table insights add column content bytea;
alter table insights alter column content set storage external;
alter table insights alter column statement drop not null;
alter table insights alter column method drop not null;
alter table insights alter column evidence drop not null;
alter table insights add constraint insights_say_something check (content is not null or (statement is not null and method is not null and evidence is not null));

-- All findings of a collection are read at once, so their order is no business of the index; without ids its entries are equal and take a tenth of the space.
create index insights_by_collection on insights (organisation_id, collection_id);
drop index insights_of_collection;
