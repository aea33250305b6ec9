-- How long a survey takes, as its page and its messages say it: counted once, when the collection opens, and not for each message. null: it was
-- opened before these columns existed, and messages count its form.
alter table collections add column question_count integer;
alter table collections add column minutes integer;
