-- SHA-256 of the present secret of a webhook and of the one before, by which a secret that is reported as public is found. Null: from before
-- they were stored, until it is replaced.
alter table webhooks
  add column secret_sha256 bytea,
  add column previous_secret_sha256 bytea,
  drop constraint webhooks_disabled_reason_check,
  add constraint webhooks_disabled_reason_check
    check (disabled_reason in ('gone', 'failing', 'application_revoked', 'secret_leaked'));

-- The look-up of a reported secret.
create index webhooks_by_secret on webhooks (secret_sha256);
create index webhooks_by_previous_secret on webhooks (previous_secret_sha256) where previous_secret_sha256 is not null;
