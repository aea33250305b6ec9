-- Who made the link to the file of an organisation, which works while they are an admin.
alter table organisation_exports add column linked_by text;
