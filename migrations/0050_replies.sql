-- What leads and admins say about a finding to everybody who was asked. A reply names no respondent and depends on no answer. Its rows go
-- with the survey: when it is purged, and with its organisation.
create table replies (
  organisation_id text collate "C" not null,
  id text collate "C" not null,
  collection_id text collate "C" not null,
  insight_id text collate "C" not null,
  pulse_id text collate "C",
  check_in_id text collate "C",
  check_in_instance_id text collate "C",
  -- The group that the finding is about, and so the people who are told; null: everybody who was asked.
  team_id text collate "C",
  kind text not null,
  text text not null,
  -- The action that is done, where the reply is about one.
  action_id text collate "C",
  state text not null default 'draft',
  author_user_id text collate "C" not null,
  -- The address of its page, the same for everybody who is told. Whoever reads this row reads the text as well, so nothing is lost by keeping it.
  page_key text not null,
  published_at timestamptz,
  withdrawn_at timestamptz,
  -- When messages about it are queued, and when they were.
  messages_at timestamptz,
  messaged_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id),
  constraint replies_kind_known check (kind in ('heard', 'answer', 'done')),
  constraint replies_state_known check (state in ('draft', 'published', 'withdrawn')),
  constraint replies_published_once check ((state = 'draft') = (published_at is null))
);

-- The pages of respondents ask for the replies of a survey, and so does what deletes it.
create index replies_of_collection on replies (organisation_id, collection_id);
-- A finding has few replies, which are counted before another is written.
create index replies_of_insight on replies (organisation_id, insight_id);
-- The page of a reply is found by its address alone.
create index replies_by_page on replies (page_key);
-- Messages that are due; few rows at a time.
create index replies_to_tell on replies (messages_at) where messages_at is not null and messaged_at is null;

-- Replies go out by the channel that somebody was invited by.
alter table notices add column channel text not null default 'email';
