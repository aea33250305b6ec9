-- What is written about one answer of an attributed survey, between the readers whom the promise names and the person. It goes with the answer.
create table conversations (
  organisation_id text collate "C" not null,
  collection_id text collate "C" not null,
  response_id text collate "C" not null,
  -- The address of the person's page. Whoever reads this row reads the messages as well, so nothing is lost by keeping it.
  page_key text not null,
  created_at timestamptz not null,
  primary key (organisation_id, collection_id, response_id),
  foreign key (organisation_id, collection_id, response_id) references responses (organisation_id, collection_id, id) on delete cascade
);

-- The page of a conversation is found by its address, which names the organisation.
create index conversations_by_page on conversations (organisation_id, page_key);

create table conversation_messages (
  organisation_id text collate "C" not null,
  id text collate "C" not null,
  collection_id text collate "C" not null,
  response_id text collate "C" not null,
  sender text not null,
  -- Of a reader; the respondent is the person whose answer it is.
  author_user_id text collate "C",
  text text not null,
  state text not null default 'draft',
  -- What the respondent's page sends with a message, so that sending it twice writes it once.
  attempt text,
  published_at timestamptz,
  withdrawn_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, collection_id, response_id) references conversations (organisation_id, collection_id, response_id) on delete cascade,
  constraint conversation_messages_state_known check (state in ('draft', 'published', 'withdrawn')),
  constraint conversation_messages_sender_known check (sender in ('reader', 'respondent')),
  constraint conversation_messages_of_a_reader check ((sender = 'reader') = (author_user_id is not null)),
  constraint conversation_messages_published_once check ((state = 'draft') = (published_at is null))
);

-- A conversation is read as a whole, and goes as a whole.
create index conversation_messages_of on conversation_messages (organisation_id, collection_id, response_id);
create unique index conversation_messages_once on conversation_messages (organisation_id, collection_id, response_id, attempt) where attempt is not null;
