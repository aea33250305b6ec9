-- Which agents people may connect by themselves, and the hosts that an admin lists beside those of the service.
alter table organisations
  add column agents text not null default 'listed' check (agents in ('off', 'listed', 'any')),
  add column agent_hosts text[] not null default '{}';

-- The address of the document that describes an application, which a person's consent made; null: an admin made it.
alter table applications add column document_url text;

-- One for each document in an organisation, also after an admin revoked it.
create unique index applications_by_document on applications (organisation_id, document_url) where document_url is not null;
