-- Keys of anonymous collections leave the database: they are in the key store. Those that collection_keys still holds are moved when the
-- service starts.

-- One row: the id by which the key store tells this installation's keys from others'.
create table installation (
  id      text    not null default gen_random_uuid()::text,
  is_only boolean not null default true primary key check (is_only)
);
insert into installation default values;

-- What has ended and still has keys. Past surveys that were imported never had any.
create index collections_with_keys on collections (organisation_id, id)
where state <> 'open' and keys_destroyed_at is null and imported_at is null;
