-- The promise of a plan is kept in each language of the workspace. What is there was read in English; who asked for it asks anew.
update agent_confirmations
set plan = jsonb_set(plan, '{promise}', jsonb_build_object('en', plan -> 'promise', 'de', plan -> 'promise'))
where jsonb_typeof(plan -> 'promise') = 'string';

-- Whether somebody has just refused the same.
create index agent_confirmations_declined on agent_confirmations (organisation_id, application_id, user_id)
  where state = 'declined';
