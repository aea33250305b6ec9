-- Whom people can turn to who want to be known: a counsellor, the works council. Pages of respondents show them to everybody alike.
alter table organisations add column contacts jsonb not null default '[]';
