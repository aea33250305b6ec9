-- Templates keep which questions take turns. Those that were saved before have none that do.
update templates
set suggested = suggested || '{"rotation": null}'::jsonb
where not suggested ? 'rotation';
