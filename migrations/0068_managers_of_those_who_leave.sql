-- Who managed somebody when their access ended: erasing them clears it, and their surveys go to that person first.
alter table departures add column manager_member_id text collate "C";
