-- Readings of figures are nearly all of a log, and who looks for a change passes over them: a page of what is left costs what any page costs.
create index audit_events_but_readings on audit_events (organisation_id, occurred_at desc, id desc)
  where action not in ('figures.read', 'audit.read');
