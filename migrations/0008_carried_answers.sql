-- carry: every collection of the ledger was confidential so far, so an empty seat can say what its owner said last.
alter table seat_ledgers add column mode text not null default 'withdraw'
  constraint seat_ledgers_mode_known check (mode in ('carry', 'withdraw'));
alter table seat_ledgers alter column mode drop default;

-- What an organisation wants beyond the seasons of the service: longer ones, more quiet days, no carried answers.
alter table organisations
  add column carries_answers boolean not null default true,
  add column season_days integer not null default 0,
  add column quiet_days integer not null default 0,
  add constraint organisations_season_days_min check (season_days >= 0),
  add constraint organisations_quiet_days_min check (quiet_days >= 0);

-- Seats that count in a collection and whose owners it does not ask. They stay after the close: rosters are compared.
create table empty_seats (
  organisation_id text    collate "C" not null,
  collection_id   text    collate "C" not null,
  member_id       text    collate "C" not null,
  seat_cell       integer not null,
  team_id         text    collate "C",
  attribute_value text,
  primary key (organisation_id, collection_id, member_id),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
-- Erasure looks for all of one person.
create index empty_seats_by_member on empty_seats (organisation_id, member_id);

-- When the season of a collection began, and how many of its seats were empty when it opened.
alter table collections
  add column seated_at timestamptz,
  add column empty_seats integer not null default 0;
-- Collections of one ledger are looked for when the next one opens and when it closes.
create index collections_by_ledger on collections (organisation_id, ledger_id) where ledger_id is not null;

-- carried: what an empty seat says in a collection that its owner was not asked in.
alter table responses drop constraint responses_state_known;
alter table responses add constraint responses_state_known
  check (state in ('partial', 'submitted', 'withdrawn', 'erased', 'carried'));

-- Response rates count empty seats; there were none before.
update cells set figures = figures || '{"empty_seats": 0}' where measure = 'participation';
update released_groups set sums = sums || '{"empty_seats": 0}' where measure = 'participation' and sums is not null;
