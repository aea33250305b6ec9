-- Codes on paper: one-time codes for people without e-mail and chat, drawn from an envelope.

-- The pools of a collection: how many people of one place are asked by a code. A code belongs to a pool and to nobody. Pools say nothing of
-- answers, and go with the collection.
create table code_pools (
  organisation_id text collate "C" not null,
  collection_id text not null,
  number integer not null,
  team_id text,
  seat_cell integer,
  people integer not null,
  issued_at timestamptz,
  issued_by text,
  destroyed_at timestamptz,
  destroyed_by text,
  primary key (organisation_id, collection_id, number),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);

-- The codes of a pool, as hashes: no row says whether a code was used, or when. They are written at once, in the order of the hashes, and
-- deleted when the collection ends.
create table codes (
  organisation_id text collate "C" not null,
  collection_id text not null,
  code_sha256 bytea not null,
  number integer not null,
  primary key (organisation_id, collection_id, code_sha256),
  foreign key (organisation_id, collection_id, number) references code_pools (organisation_id, collection_id, number)
);

-- A code is found by itself: it names no organisation.
create index codes_by_hash on codes (code_sha256);
