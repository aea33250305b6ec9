-- Which part of the service a token is for (RFC 8707), as the application named it when a person authorised it: `mcp` for the tools, `api`
-- for the API, null for both. A token for the tools alone cannot go round what they ask a person.
alter table authorization_codes
  add column audience text check (audience in ('api', 'mcp'));

alter table refresh_families
  add column audience text check (audience in ('api', 'mcp'));

alter table access_tokens
  add column audience text check (audience in ('api', 'mcp'));
