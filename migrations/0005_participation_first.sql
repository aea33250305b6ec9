-- How many may have answered: of the people of a group, a single answer is not counted, and where all answered, one is left out.
alter table collections add column responded_max integer not null default 0;
update collections set responded_max = responded;

-- partial: the team is hidden, and these are the shown teams inside it.
alter table released_groups add column partial boolean not null default false;
