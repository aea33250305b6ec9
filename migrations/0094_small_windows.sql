-- Whether people answer in windows of their own of which one holds fewer than may be told apart: then nothing is told while it is open of how many
-- have answered, as everybody would know who can.
alter table collections add column in_small_windows boolean not null default false;
