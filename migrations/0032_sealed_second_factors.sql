-- Secrets of authenticator apps, sealed by a key outside the database (src/sealing.ts), so that a copy of the database alone gives no code.
-- secret: one from before; the service seals it when it starts.
alter table idp_authenticators
  alter column secret drop not null,
  add column sealed_secret bytea,
  add constraint idp_authenticators_one_secret check ((secret is null) <> (sealed_secret is null));

-- A factor that is being set up: the sealed secret of an app, or the challenge of a passkey, which is no secret. Who is in the middle of
-- setting up an app begins again.
delete from idp_enrolments where kind = 'authenticator';
alter table idp_enrolments rename column secret to challenge;
alter table idp_enrolments
  alter column challenge drop not null,
  add column sealed_secret bytea,
  add constraint idp_enrolments_by_kind check (
    (kind = 'passkey') = (challenge is not null) and (kind = 'authenticator') = (sealed_secret is not null)
  );
