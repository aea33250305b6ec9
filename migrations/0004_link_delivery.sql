-- The application that reads the personal links of an anonymous or confidential collection, to deliver them. The promise names it, so its
-- name is frozen with it.
alter table collections
  add column links_application_id text collate "C",
  add column links_application_name text;
