-- How pages and messages to respondents look: a colour, and a logo with what is known of it. The address of a logo has its hash.
alter table organisations add column colour text;
alter table organisations add column logo jsonb;
alter table organisations add column logo_image bytea;
alter table organisations add constraint organisations_colour_is_one check (colour ~ '^#[0-9a-f]{6}$');
alter table organisations add constraint organisations_logo_whole check ((logo is null) = (logo_image is null));
alter table organisations add constraint organisations_logo_small check (octet_length(logo_image) <= 32768);
