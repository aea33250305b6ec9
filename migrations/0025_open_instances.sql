-- The open occurrence of a check-in, for the list of surveys: without it each check-in of a page would have all of its occurrences read.
create index check_in_instances_open on check_in_instances (organisation_id, check_in_id) where state = 'open';
