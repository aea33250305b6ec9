-- Of which teams the file of an export tells; null: of all. Whoever reaches fewer when they fetch it does not get it. A file that was written before this
-- column was there may tell of all.
alter table exports add column team_ids text[];
