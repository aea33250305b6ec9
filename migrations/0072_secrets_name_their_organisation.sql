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
