-- Where the deletion of a collection has come to: which of its parts, and behind which key. Rows that are just gone are walked over once at most, also
-- after a restart and by another node.
alter table collections add column deletion_position jsonb;
