-- Which surveys have conversations that await a reply is asked on every visit of Home: only attributed ones can have any, and most surveys are not.
create index collections_attributed on collections (organisation_id, id desc) where mode = 'attributed' and deleted_at is null and answers_deleted_at is null;
