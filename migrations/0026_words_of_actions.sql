-- Actions for readers of German: title, first step and measure as the catalogue has them; null for actions before this migration.
alter table actions add column words_de jsonb;
