-- Templates suggest dates of people, what happens where few have answered, and what becomes of holidays.
update templates
set suggested = suggested
  || jsonb_build_object('lifecycle', null, 'low_participation', null)
  || case when jsonb_typeof(suggested -> 'recurrence') = 'object'
       then jsonb_build_object('recurrence', jsonb_build_object('on_holiday', 'skip') || (suggested -> 'recurrence'))
       else '{}'::jsonb
     end;
