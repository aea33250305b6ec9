-- Every unique key of an organisation's table names the organisation, so that the tables can be divided by it over several servers.
-- What is found by a hash of a random secret stays findable by the hash alone: it leads its key. Where a hash has
-- an index beside the primary key, the index need not be unique: two equal hashes of 256 random bits are not to be expected.

alter table access_tokens drop constraint access_tokens_pkey;
alter table access_tokens add constraint access_tokens_pkey primary key (token_sha256, expires_at, organisation_id);

alter table authorization_codes drop constraint authorization_codes_pkey;
alter table authorization_codes add constraint authorization_codes_pkey primary key (code_sha256, organisation_id);

alter table refresh_tokens drop constraint refresh_tokens_pkey;
alter table refresh_tokens add constraint refresh_tokens_pkey primary key (token_sha256, organisation_id);

alter table receipts drop constraint receipts_pkey;
alter table receipts add constraint receipts_pkey primary key (receipt_sha256, organisation_id);

alter table receipt_proofs drop constraint receipt_proofs_pkey;
alter table receipt_proofs add constraint receipt_proofs_pkey primary key (receipt_sha256, organisation_id);

drop index address_changes_by_confirmation;
create index address_changes_by_confirmation on address_changes (confirm_sha256) where confirm_sha256 is not null;
drop index address_changes_by_rejection;
create index address_changes_by_rejection on address_changes (reject_sha256) where reject_sha256 is not null;
drop index deliveries_by_message;
create index deliveries_by_message on deliveries (message);
alter table directory_sync_tokens drop constraint directory_sync_tokens_token_sha256_key;
create index directory_sync_tokens_by_hash on directory_sync_tokens (token_sha256);
drop index exports_by_token;
create index exports_by_token on exports (token_sha256) where token_sha256 is not null;
drop index identity_providers_by_id;
create index identity_providers_by_id on identity_providers (id);
drop index invitations_by_token;
create index invitations_by_token on invitations (token_sha256) where token_sha256 is not null;
drop index organisation_exports_by_token;
create index organisation_exports_by_token on organisation_exports (token_sha256) where token_sha256 is not null;
drop index privacy_requests_by_token;
create index privacy_requests_by_token on privacy_requests (token_sha256) where token_sha256 is not null;
drop index recipients_by_token;
create index recipients_by_token on recipients (token_sha256) where token_sha256 is not null;

-- Names that people or operators choose and that no two organisations may share. An id that the service made needs no row here.
-- They go with their organisation. The table is whole on each server, so nothing refers from it to tables that are divided.
create table names (
  kind            text not null constraint names_kind_known check (kind in ('slug', 'client_id')),
  name            text not null,
  organisation_id text collate "C" not null,
  primary key (kind, name)
);
-- Deleting an organisation looks for its names.
create index names_by_organisation on names (organisation_id);

insert into names (kind, name, organisation_id)
select 'slug', slug, id from organisations;
insert into names (kind, name, organisation_id)
select 'client_id', client_id, organisation_id from applications where client_id <> id;

drop index organisations_by_slug;
create index organisations_by_slug on organisations (slug);
drop index applications_by_client_id;
create index applications_by_client_id on applications (client_id);

-- Tables that are divided together compare the column by which they are in the same way, as all earlier tables do (note 5).
alter table privacy_requests alter column organisation_id type text collate "C";
alter table organisation_exports alter column organisation_id type text collate "C";
alter table organisation_export_pieces alter column organisation_id type text collate "C";
alter table organisation_deletions alter column organisation_id type text collate "C";
alter table notices alter column organisation_id type text collate "C";
alter table event_feeds alter column organisation_id type text collate "C";
alter table exports alter column organisation_id type text collate "C";
alter table export_pieces alter column organisation_id type text collate "C";
alter table webhooks alter column organisation_id type text collate "C";
alter table webhook_deliveries alter column organisation_id type text collate "C";
alter table webhook_attempts alter column organisation_id type text collate "C";
alter table event_feed_private_ends alter column organisation_id type text collate "C";
alter table agent_confirmations alter column organisation_id type text collate "C";
alter table export_schedules alter column organisation_id type text collate "C";
