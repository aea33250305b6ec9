-- Who may stop and take over what others asked, whom members may ask, and who reads results.

-- successor_user_id: who runs the surveys of people who leave and have no manager. members_ask: whom people with the role of member may ask.
alter table organisations
  add column successor_user_id text,
  add column members_ask text not null default 'own_teams',
  add constraint organisations_members_ask_known check (members_ask in ('nobody', 'own_teams', 'anyone')),
  add constraint organisations_successor_fkey foreign key (id, successor_user_id) references users (organisation_id, id);

-- An application that reads results alone, for no person, reads those of these teams and of the teams under them. null: of all.
alter table applications
  add column results_team_ids text[] collate "C";

-- Frozen when a collection opens, as part of its promise. results_readers: users, where the audience is listed.
alter table collections
  add column results_audience text not null default 'everyone',
  add column results_readers  text[] collate "C" not null default '{}',
  add constraint collections_results_audience_known check (results_audience in ('everyone', 'asked', 'managers', 'listed', 'author'));

update pulses set confidentiality = confidentiality || '{"results_audience": "everyone", "results_readers": []}';
update check_ins set confidentiality = confidentiality || '{"results_audience": "everyone", "results_readers": []}';

-- Mails to the authors of surveys: somebody acted in their place, or handed a survey on. A row goes when its mail has left, or failed for good.
create table author_notices (
  organisation_id text        collate "C" not null,
  id              text        collate "C" not null,
  user_id         text        collate "C" not null,
  kind            text        not null,
  title           text        not null,
  by_name         text        not null,
  reason          text,
  attempts        integer     not null default 0,
  due_at          timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, user_id) references users (organisation_id, id)
);
-- The next mail to send, of any organisation.
create index author_notices_due on author_notices (due_at);

-- Users whose access has ended and whose running surveys nobody has taken over yet: whatever ends it, by hand, by file or by their provider.
create table departures (
  organisation_id text        collate "C" not null,
  user_id         text        collate "C" not null,
  departed_at     timestamptz not null,
  primary key (organisation_id, user_id),
  foreign key (organisation_id, user_id) references users (organisation_id, id)
);

create function user_departed() returns trigger language plpgsql as $$
begin
  insert into departures (organisation_id, user_id, departed_at)
  values (new.organisation_id, new.id, new.updated_at)
  on conflict do nothing;
  return null;
end $$;

create trigger users_departed after update of status on users
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function user_departed();
