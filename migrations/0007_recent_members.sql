-- The application that added a member; null for a person, the command line, and members of before.
alter table members add column added_by text collate "C";

-- Of those who are asked, how many were added in the two weeks before, and how many of these by the application that asks.
alter table collections
  add column recent_members integer not null default 0,
  add column recent_members_by_asker integer not null default 0;

-- An alert is of harm, at close, or says that a group is mostly of people who were added lately, when the collection opens.
alter table harm_alerts rename to alerts;
alter table alerts add column subject text not null default 'harm'
  constraint alerts_subject_known check (subject in ('harm', 'recent_members'));
alter table alerts alter column subject drop default;
alter index harm_alerts_pkey rename to alerts_pkey;
drop index harm_alerts_by_collection;
create unique index alerts_by_collection on alerts (organisation_id, collection_id, subject);
