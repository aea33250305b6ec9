-- Which insight of a later generation is about the same. It goes with its survey, as the one that it supersedes does.
alter table insights add column superseded_by text;
