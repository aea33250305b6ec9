-- What an organisation wants of its seasons at least; the service's own are never shorter (src/seats/season.ts).
alter table organisations
  add column season_days integer not null default 0,
  add column quiet_days integer not null default 0,
  add constraint organisations_seasons_in_days
    check (season_days between 0 and 366 and quiet_days between 0 and 366);

-- Nobody speaks for a seat whose owner is not asked, erased or not: its cell sits out either way.
alter table seats drop column is_erased;

-- How many answers come before the first step of the number that everybody sees while a survey is open (src/collection/response-summary.ts).
alter table collections add column step_offset integer not null default 0;

-- Whose answer is left out where everybody of a cell answers: by this key, the same person for a whole season (src/vault/lots.ts).
alter table seat_ledgers add column lot_key bytea not null default uuid_send(gen_random_uuid());

-- Known at close: people who were asked and are in no figure, and teams of whom nobody is in one, not even in the team above.
alter table collections add column not_counted integer not null default 0;
alter table collection_teams add column sits_out boolean not null default false;
