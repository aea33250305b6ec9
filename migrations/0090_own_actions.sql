-- Actions that people make themselves, from a finding, beside those that a report recommends. What a report says of its own is null there.
alter table actions
  alter column driver drop not null,
  alter column catalogue drop not null,
  alter column first_step drop not null,
  alter column owner_role drop not null,
  alter column effort drop not null,
  alter column measure drop not null,
  alter column priority drop not null,
  alter column confidence drop not null,
  -- What they are about. `driver` stays null: a report suggests one action for each team and driver, and finds its own by that.
  add column own_driver text,
  -- Who made it, so that nobody says something in it without a name.
  add column maker_user_id text,
  add constraint actions_suggested_or_own check (
    case when catalogue is null then driver is null else own_driver is null and num_nulls(driver, first_step, owner_role, effort, measure, priority, confidence) = 0 end
  );
