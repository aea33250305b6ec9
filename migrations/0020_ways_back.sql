-- Whoever is out has left no way back in: invitations to their address end with them, and those that they sent end with their right to
-- invite. Triggers, so that no way out (by an admin, the directory, an import, their provider) can leave it out.
create function end_invitations_of_user() returns trigger language plpgsql as $$
begin
  update invitations
  set state = 'revoked',
      mail_due_at = null,
      version = version + 1,
      updated_at = new.updated_at
  where organisation_id = new.organisation_id
    and state = 'pending'
    and (invited_by = new.id or (new.status <> 'active' and lower(email) = lower(old.email)));
  return null;
end $$;
create trigger users_invite_no_more after update of status, role on users
  for each row when (old.status = 'active' and (new.status <> 'active' or (old.role = 'admin' and new.role <> 'admin')))
  execute function end_invitations_of_user();

create function end_invitations_of_member() returns trigger language plpgsql as $$
begin
  update invitations
  set state = 'revoked',
      mail_due_at = null,
      version = version + 1,
      updated_at = new.updated_at
  where organisation_id = new.organisation_id
    and state = 'pending'
    and lower(email) = lower(old.email);
  return null;
end $$;
create trigger members_out after update of status on members
  for each row when (old.status not in ('deactivated', 'erased') and new.status in ('deactivated', 'erased'))
  execute function end_invitations_of_member();

-- When the password was renewed: whoever signed in before that has to sign in again. null: never.
alter table idp_accounts add column password_renewed_at timestamptz;

-- Every organisation has a chain from now on, from its making: without one its log was deleted.
insert into audit_chains (organisation_id, anchor_hash, head_hash, check_due_at)
select id, decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'), now()
from organisations
on conflict (organisation_id) do nothing;
