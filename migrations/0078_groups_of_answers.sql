-- Answers of collections that closed long ago, many in one row and compressed: together they take a fifth of the space of a row each with its keys. Nothing
-- looks for a single one of them, but the erasure of a person. They go with the answers of their collection.
create table answer_groups (
  organisation_id text collate "C" not null,
  collection_id text collate "C" not null,
  -- In no order that says anything: the answers are sorted by their random ids.
  number integer not null,
  -- How many answers there are.
  size integer not null,
  -- Whose answers they are, in the same order; null in anonymous mode.
  member_ids text[] collate "C",
  content bytea not null,
  primary key (organisation_id, collection_id, number),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);

-- It is compressed already.
alter table answer_groups alter column content set storage external;

-- When nothing was left to be compacted, and until then how far it has come.
alter table collections add column compacted_at timestamptz;
alter table collections add column compaction jsonb;
-- The clock finds what has been closed for 30 days.
create index collections_to_compact on collections (closed_at) where state <> 'open' and compacted_at is null;

-- The name of a message serves bounces, which come soon; later it is forgotten, and the index holds it no more.
alter table deliveries alter column message drop not null;
drop index deliveries_by_message;
create index deliveries_by_message on deliveries (message) where message is not null;

-- In the order in which ids come, so that pages are filled: with the newest first every page was split in the middle.
create index insights_of_collection on insights (organisation_id, collection_id, id);
drop index insights_by_collection;
create index insights_of_check_in on insights (organisation_id, check_in_id, id) where check_in_id is not null;
drop index insights_by_check_in;

-- What receipts of collections that closed long ago prove, many in one row. A receipt does not know its collection, so its hash leads to a bucket, and a
-- look-up reads that bucket of every collection of its organisation. They go with their survey.
create table proof_groups (
  organisation_id text collate "C" not null,
  collection_id text collate "C" not null,
  -- The first bits of the hashes, behind a bit that says how many there are.
  bucket integer not null,
  -- The first 16 bytes of each hash, in order: of answers that were counted, and of others.
  counted bytea not null,
  uncounted bytea not null,
  primary key (organisation_id, collection_id, bucket),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
-- A receipt is looked for in its bucket of every collection.
create index proof_groups_by_bucket on proof_groups (organisation_id, bucket);

-- Proofs become groups in the order of their hashes.
create index receipt_proofs_of_collection on receipt_proofs (organisation_id, collection_id, receipt_sha256);
drop index receipt_proofs_by_collection;
