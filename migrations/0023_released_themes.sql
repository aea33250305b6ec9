-- The rule of each theme of a collection: words and phrases, each written by several people. Cells hold only how many match it. It is made
-- from the words of answers, so it goes when they go.
create table released_themes (
  organisation_id text             collate "C" not null,
  collection_id   text             collate "C" not null,
  theme           text             collate "C" not null,
  any_of          jsonb            not null,
  language        text             not null,
  stability       double precision not null,
  primary key (organisation_id, collection_id, theme),
  foreign key (organisation_id, collection_id) references collections (organisation_id, id)
);
