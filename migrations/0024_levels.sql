-- Statements in the reader's language, and actions that go on over several instances of a check-in.

-- What a finding says, as a key and its arguments; null for words of a language model and for findings before this migration. coverage:
-- how many answers were read.
alter table insights add column message jsonb;
alter table insights add column coverage jsonb;

-- times: how many instances in a row have suggested the action. named: a phrase that most people use about it, and how many.
alter table actions add column times integer not null default 1;
alter table actions add column named jsonb;
-- When it was completed or dismissed.
alter table actions add column ended_at timestamptz;
update actions
set ended_at = updated_at
where state in ('done', 'dismissed');
alter table actions add constraint actions_ended_when_over check ((state in ('done', 'dismissed')) = (ended_at is not null));

update actions
set effect = jsonb_set(effect, '{verdict}', '"no clear effect"')
where effect ->> 'verdict' = 'not enough data to tell';
