-- The teams of a member, in their order, without a look at the table: where nothing is known of it, the planner found them by memberships_current,
-- which it read from end to end for each member of a page.
create index memberships_current_teams_of_member on memberships (organisation_id, member_id, team_id) where left_at is null;
drop index memberships_current_by_member;
