-- A collection counts by the cells of a ledger of seats. sitting_out: by question, the teams in which it does not count.
alter table collections
  add column ledger_id text collate "C",
  add column sitting_out jsonb not null default '{}';

-- team_id is that of the cell of seats, if somebody has one. seat_cell is the number of that cell; is_counted is false for people whose
-- answers are in no figure.
alter table recipients
  add column seat_cell integer,
  add column is_counted boolean not null default true;

-- Of a team that is not complete some people count above it: their own team was too small for a cell of seats.
alter table collection_teams add column is_complete boolean not null default true;

alter table receipt_proofs add column is_counted boolean not null default true;

-- Where people count in the figures of questions, for a season (src/seats/). A ledger has the id of the collection that opened it. It outlives
-- that collection, because its figures were published; a later season replaces it. attribute is what its cells are also divided by.
create table seat_ledgers (
  organisation_id text        collate "C" not null references organisations,
  id              text        collate "C" not null,
  k               integer     not null,
  attribute       text,
  opened_at       timestamptz not null,
  ends_at         timestamptz not null,
  quiet_until     timestamptz,
  last_opened_at  timestamptz not null,
  primary key (organisation_id, id)
);

-- The last ledger of a question, by each of its keys (src/seats/question-keys.ts).
create table seat_questions (
  organisation_id text        collate "C" not null,
  question_key    text        collate "C" not null,
  ledger_id       text        collate "C" not null,
  primary key (organisation_id, question_key),
  foreign key (organisation_id, ledger_id) references seat_ledgers (organisation_id, id)
);
-- Ledgers that no question refers to any more are deleted.
create index seat_questions_by_ledger on seat_questions (organisation_id, ledger_id);

-- A cell counts in the team team_id, or in everyone. Cells are split and never deleted.
create table seat_cells (
  organisation_id text        collate "C" not null,
  ledger_id       text        collate "C" not null,
  cell            integer     not null,
  team_id         text        collate "C",
  value_group     text        not null,
  is_quiet        boolean     not null,
  primary key (organisation_id, ledger_id, cell),
  foreign key (organisation_id, ledger_id) references seat_ledgers (organisation_id, id) on delete cascade
);

-- One row for each person with a seat. It stays when they leave or are erased: their id then leads to nobody.
create table seats (
  organisation_id text        collate "C" not null,
  ledger_id       text        collate "C" not null,
  member_id       text        collate "C" not null,
  cell            integer     not null,
  is_erased       boolean     not null default false,
  primary key (organisation_id, ledger_id, member_id),
  -- To the ledger and not to the cell: the check of each row may read all cells, where the plan was made while there were few.
  foreign key (organisation_id, ledger_id) references seat_ledgers (organisation_id, id) on delete cascade
);
-- Erasure looks for all seats of one person.
create index seats_by_member on seats (organisation_id, member_id);
