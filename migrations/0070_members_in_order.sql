-- Lists of members by name and by e-mail address: a page is read from where the one before ended, in either direction.
-- The root collation of Unicode sorts names alike wherever the database runs; that of the database may be of one language, or of bytes.
create index members_in_order_of_name on members (organisation_id, name collate "und-x-icu", id);
-- Members without an address are behind the others.
create index members_in_order_of_email on members (organisation_id, (email is null), (coalesce(lower(email), '') collate "C"), id);
