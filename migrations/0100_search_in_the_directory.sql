-- People are looked for by any part of a name or an address. An index of the three letters that follow each other finds them without reading the organisation
-- (pg_trgm); btree_gin lets it lead with the organisation. Both are trusted: the database's owner may create them. Where they are not to be
-- had, the same people are found without the index.
do $$
begin
  create extension if not exists btree_gin;
  create extension if not exists pg_trgm;
  create index members_by_letters on members using gin (organisation_id, name gin_trgm_ops, email gin_trgm_ops) with (fastupdate = off);
exception
  when insufficient_privilege or undefined_file or feature_not_supported then
    raise warning 'members are searched without an index, since % (pg_trgm and btree_gin are needed)', sqlerrm;
end
$$;
