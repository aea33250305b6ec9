-- Templates of an organisation: what a survey begins as. Nothing of people, teams or answers. A row goes 30 days after it was deleted, and with its
-- organisation; surveys that were made from it have questions of their own. The author is unlinked when they are erased.
create table templates (
  organisation_id text collate "C" not null references organisations (id),
  id text collate "C" not null,
  author_user_id text,
  kind text not null,
  title text not null,
  purpose text not null,
  description text,
  suggested jsonb not null,
  questions jsonb not null,
  language text,
  translations jsonb not null,
  version integer not null default 1,
  -- The first version whose questions the present one asks alike.
  comparable_since integer not null default 1,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id),
  constraint templates_organisation_id_author_user_id_fkey foreign key (organisation_id, author_user_id) references users (organisation_id, id),
  constraint templates_kind_known check (kind in ('pulse', 'check_in')),
  constraint templates_comparable_since_known check (comparable_since between 1 and version)
);
-- Those whose thirty days are over.
create index templates_deleted on templates (deleted_at) where deleted_at is not null;

-- The template that a survey was made from, one of the service or of the organisation, and in which version. It may be gone.
alter table pulses
  add column template_id text,
  add column template_version integer,
  add constraint pulses_template_with_version check ((template_id is null) = (template_version is null));
alter table check_ins
  add column template_id text,
  add column template_version integer,
  add constraint check_ins_template_with_version check ((template_id is null) = (template_version is null));
-- How many surveys were made from a template.
create index pulses_by_template on pulses (organisation_id, template_id) where template_id is not null;
create index check_ins_by_template on check_ins (organisation_id, template_id) where template_id is not null;
