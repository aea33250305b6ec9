-- Every secret names its organisation in its text, and is looked for within it. A client ID cannot: applications choose it, or it is an id that
-- others know already. So every client ID is a name, which says whose it is.
insert into names (kind, name, organisation_id)
select 'client_id', client_id, organisation_id
from applications
where document_url is null
on conflict (kind, name) do nothing;

-- Of an organisation there are few of these at a time, and the key that leads with the organisation finds them.
drop index application_secrets_by_hash;
drop index applications_by_client_id;
drop index directory_sync_tokens_by_hash;
drop index exports_by_token;
drop index organisation_exports_by_token;

-- Links and codes are found by their hash within an organisation. With the organisation in the index the planner has no reason to read all
-- rows of the organisation beside it, also before it knows anything of a new table.
drop index recipients_by_token;
create index recipients_by_token on recipients (token_sha256, organisation_id) where token_sha256 is not null;
drop index codes_by_hash;
create index codes_by_hash on codes (code_sha256, organisation_id);
