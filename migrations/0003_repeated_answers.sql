-- In anonymous mode a link does not tell whether it was used: a further answer is stored like the first. It counts only where the first
-- was withdrawn. Drafts have rows of their own; those that were saved before have the row of the answer and are deleted.
alter table responses add column repeats boolean not null default false;
delete from responses where state = 'partial';
