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

-- Seats of seasons that ended long ago: they are read by whole ledgers, when the next season of their question begins. They go with their ledger.
create table packed_seats (
  organisation_id text collate "C" not null,
  ledger_id text collate "C" not null,
  first_member_id text collate "C" not null,
  -- One entry for each seat, in the order of the members.
  member_ids text[] collate "C" not null,
  cells integer[] not null,
  primary key (organisation_id, ledger_id, first_member_id),
  foreign key (organisation_id, ledger_id) references seat_ledgers (organisation_id, id) on delete cascade
);

-- When nothing was left to be packed.
alter table seat_ledgers add column packed_at timestamptz;
-- The clock finds seasons that have ended.
create index seat_ledgers_to_pack on seat_ledgers (ends_at) where packed_at is null;

-- A seat stays when its person is erased, since their id leads to nobody then: nothing looks for the seats of one person.
drop index seats_by_member;
