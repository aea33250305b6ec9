-- Names that people had: what is taken out of texts is what somebody is called, or was called a while ago. Without them, whoever may change a
-- name could change it while a survey is open and have the real one shown. Of somebody erased they stay until what was open has been read.
create table former_names (
  organisation_id text collate "C" not null,
  member_id text collate "C" not null,
  name text not null,
  replaced_at timestamptz not null,
  kept_until timestamptz not null,
  primary key (organisation_id, member_id, name),
  foreign key (organisation_id, member_id) references members (organisation_id, id)
);
create index former_names_by_end on former_names (kept_until);
