-- Who was asked in collections that closed long ago, many in one row, as packed_groups are. They go with the roster of their collection.
create table packed_recipients (
  organisation_id text collate "C" not null,
  collection_id text collate "C" not null,
  -- Members in their order. Who looks for one finds their row by these two.
  first_member_id text collate "C" not null,
  last_member_id text collate "C" not null,
  -- One entry for each. `counted` are booleans, `opens` and `closes` instants, as text.
  member_ids text[] collate "C" not null,
  team_ids text[] collate "C" not null,
  seat_cells integer[] not null,
  counted text[] not null,
  reasons text[] not null,
  opens text[] not null,
  closes text[] not null,
  primary key (organisation_id, collection_id, first_member_id),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
