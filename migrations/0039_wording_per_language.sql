-- The wording of a survey in several languages: the main one, null for the organisation's, and translations by language, as of
-- contract/translations.ts. A collection keeps those that it opened with. Nothing stores which of them somebody read.
alter table pulses
add column language text,
add column translations jsonb not null default '{}';

alter table check_ins
add column language text,
add column translations jsonb not null default '{}';

alter table collections
add column language text,
add column translations jsonb not null default '{}';
