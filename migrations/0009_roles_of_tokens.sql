-- A token that acts for a person may do what their role may: a change of it is told to every node, as an end of their access is.
drop trigger users_changed on users;
create trigger users_changed after update of status, role on users
  for each row execute function credential_changed('user', 'id');
