-- The first and the last day of a member, by their own calendar: what check-ins around joining and leaving count from. Erasing a member
-- empties both.
alter table members
  add column joined_on date,
  add column leaves_on date,
  add constraint members_leave_after_joining check (leaves_on >= joined_on);
