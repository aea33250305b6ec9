-- Which fields a refusal named, of requests that were refused for them: pointer, code, and a message where it repeats nothing of the request
-- (src/usage/refused-fields.ts). They go with the line.
alter table api_requests add column errors jsonb;
