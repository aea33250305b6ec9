-- An answer that arrives alone is stored by a call without arrays, which cost as much as storing it. It waits for nobody who holds the collection,
-- like a group (0080): `held`, and nothing is done then.
create function keep_lone_answer(
  of_organisation text,
  of_collection text,
  at timestamptz,
  new_id text,
  link_key bytea,
  of_member text,
  of_team text,
  plain_answers jsonb,
  sealed_answers bytea,
  sent_at timestamptz,
  receipt bytea,
  is_unfolded boolean,
  repeat_key bytea,
  draft_key bytea,
  out written text,
  out open text,
  out held boolean
) language plpgsql as $$
declare
  kept record;
begin
  perform
  from collections c
  where c.organisation_id = of_organisation
    and c.id = of_collection
  for share skip locked;
  held := not found and exists (
    select from collections c
    where c.organisation_id = of_organisation and c.id = of_collection
  );
  if held then
    return;
  end if;
  kept := keep_answer(
    of_organisation,
    of_collection,
    at,
    new_id,
    link_key,
    of_member,
    of_team,
    plain_answers,
    sealed_answers,
    sent_at,
    receipt,
    is_unfolded,
    repeat_key,
    draft_key
  );
  written := kept.written;
  open := kept.open;
end $$;
