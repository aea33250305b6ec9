-- How a user reads: the language of their pages and e-mails, and the time zone of the times in both. null: nobody chose, so pages follow the
-- browser and e-mails the directory, and times are in the organisation's zone. An erased user has neither.
alter table users
  add column language text,
  add column time_zone text,
  add constraint users_language_known check (language in ('en', 'de'));
