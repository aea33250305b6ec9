-- The address of a member was given by a program. Being listed makes nobody a user then, unless the address is at a confirmed domain.
alter table members add column address_by_program boolean not null default false;
update members m
set address_by_program = true
where added_by is not null
  and not exists (
    select from users u
    where u.organisation_id = m.organisation_id
      and u.member_id = m.id);

-- The address that replaces the member's once its owner has confirmed it; until then links and sign-in stay with the old one.
alter table members add column pending_email text;

-- The last change of each member's address that has to be confirmed: whom it was mailed to, and how it ended. Goes with the member who is
-- erased. Links of a mail exist in the mail alone; of the two secrets one confirms the new address and one keeps the old.
create table address_changes (
  organisation_id text collate "C" not null,
  member_id text collate "C" not null,
  -- null: the change is over.
  email text,
  by_program boolean not null,
  state text not null constraint address_changes_state_known check (state in ('pending', 'confirmed', 'rejected', 'cancelled', 'expired')),
  confirm_sha256 bytea,
  mail_attempts integer not null default 0,
  mail_due_at timestamptz,
  -- The old address, which is told; null: there is none, or the change is over.
  old_email text,
  reject_sha256 bytea,
  notice_attempts integer not null default 0,
  notice_due_at timestamptz,
  -- Mails of a member's changes in the day that began then: only so many leave at once.
  day_began_at timestamptz not null,
  day_count integer not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, member_id),
  foreign key (organisation_id, member_id) references members (organisation_id, id)
);
-- Found by the secret alone, as whoever reads the mail may have no account.
create unique index address_changes_by_confirmation on address_changes (confirm_sha256) where confirm_sha256 is not null;
create unique index address_changes_by_rejection on address_changes (reject_sha256) where reject_sha256 is not null;
-- Mails that are due, of all organisations.
create index address_changes_mail_due on address_changes (mail_due_at) where mail_due_at is not null;
create index address_changes_notice_due on address_changes (notice_due_at) where notice_due_at is not null;
-- Changes whose time is over.
create index address_changes_expiring on address_changes (expires_at) where state = 'pending';

-- Domains whose addresses belong to the organisation, once a record in their DNS says so. Goes when an admin removes it.
create table organisation_domains (
  organisation_id text collate "C" not null references organisations (id),
  id text collate "C" not null,
  domain text not null,
  challenge text not null,
  confirmed_at timestamptz,
  checked_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id)
);
-- A domain stands once in an organisation, and is looked up by each first sign-in.
create unique index organisation_domains_by_domain on organisation_domains (organisation_id, domain);
