-- The rules say themselves what triggers did: src/db/access-changes.ts announces a change of rights in its transaction,
-- src/identity/changing-users.ts and src/directory/ways-back.ts end what whoever leaves could come back by. A server that holds a part of a
-- divided table would run triggers where nobody listens.
drop trigger applications_changed on applications;
drop trigger application_secrets_changed on application_secrets;
drop trigger users_changed on users;
drop trigger users_out on users;
drop trigger users_departed on users;
drop trigger users_invite_no_more on users;
drop trigger access_tokens_changed on access_tokens;
drop trigger grants_changed on grants;
drop trigger refresh_families_changed on refresh_families;
drop trigger members_out on members;
drop function credential_changed();
drop function end_what_a_user_allowed();
drop function user_departed();
drop function end_invitations_of_user();
drop function end_invitations_of_member();
