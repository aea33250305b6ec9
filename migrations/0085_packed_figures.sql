-- Figures of collections that closed long ago, many in one row: a row each takes more for its keys than for what it says. PostgreSQL compresses rows that are
-- this long. They are read as cells and released_groups are, and go with them.
create table packed_cells (
  organisation_id text collate "C" not null,
  collection_id text collate "C" not null,
  measure text collate "C" not null,
  number integer not null,
  -- One entry for each cell. Figures are JSON: as text they are compressed better.
  cells integer[] not null,
  sizes integer[] not null,
  figures text[] not null,
  primary key (organisation_id, collection_id, measure, number),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);

create table packed_groups (
  organisation_id text collate "C" not null,
  collection_id text collate "C" not null,
  measure text collate "C" not null,
  -- Teams in their order. Who looks for one finds its row by these two.
  first_team_id text collate "C" not null,
  last_team_id text collate "C" not null,
  -- One entry for each group. `partials` are booleans and `cells` lists of integers, as text; `sums` are JSON.
  team_ids text[] collate "C" not null,
  partials text[] not null,
  cells text[] not null,
  sizes integer[] not null,
  sums text[] not null,
  primary key (organisation_id, collection_id, measure, first_team_id),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);

-- When nothing was left to be packed; null again when figures were computed again.
alter table collections add column packed_at timestamptz;
-- The clock finds what was compacted and is not packed.
create index collections_to_pack on collections (compacted_at) where compacted_at is not null and packed_at is null;
