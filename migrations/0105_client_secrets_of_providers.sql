-- The secret of our client at a provider that gives no client without one. Sealed by a key outside the database (src/sealing.ts), for this
-- provider alone; null: a public client.
alter table identity_providers add column sealed_client_secret bytea;
