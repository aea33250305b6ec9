-- Answers of an organisation that arrive while others are being stored are stored together: one call, one commit (src/vault/keeping.ts). The rule is
-- that of keep_answer (0075), called for each.
--
-- They are written in the order of their ids, which are random, and share a transaction: within a group nothing tells who answered first, and a
-- further answer to a link does not lie where the first one would. Nodes that store answers to the same links at once would wait for each other in a circle in
-- that order. So links are locked before anything is written, in an order that all nodes have. These locks are in memory and end with the
-- transaction; what they are called is an HMAC of its own, so that who sees them learns nothing of rows.
--
-- Collections are locked before links, and whoever waits for a collection holds nothing meanwhile. A group waits for no collection: answers to one that is
-- being closed are left out and `held`, so that they do not hold up the others, and are stored by a call that `is_waiting`, of that
-- collection alone.

-- Each array has one element for each answer, and so have the results: what keep_answer returns of it, in the order of the arguments.
create function keep_answers(
  of_organisation text,
  is_waiting boolean,
  link_locks bigint[],
  of_collections text[],
  times timestamptz[],
  new_ids text[],
  link_keys bytea[],
  of_members text[],
  of_teams text[],
  plain_answers jsonb[],
  sealed_answers bytea[],
  sent_times timestamptz[],
  new_receipts bytea[],
  are_unfolded boolean[],
  repeat_keys bytea[],
  draft_keys bytea[],
  out written text[],
  out open text[],
  out held boolean[]
) language plpgsql as $$
declare
  of_collection text;
  locked text[] := '{}';
  place integer;
  kept record;
begin
  written := array_fill(null::text, array[cardinality(new_ids)]);
  open := written;
  held := array_fill(false, array[cardinality(new_ids)]);
  if is_waiting then
    perform
    from collections c
    where c.organisation_id = of_organisation
      and c.id = any (of_collections)
    order by c.id
    for share;
    locked := of_collections;
  else
    for of_collection in
      select c.id
      from collections c
      where c.organisation_id = of_organisation
        and c.id = any (of_collections)
      for share skip locked
    loop
      locked := locked || of_collection;
    end loop;
  end if;

  perform pg_advisory_xact_lock(ordered.link_lock)
  from (
    select distinct given.link_lock
    from unnest(link_locks, of_collections) as given (link_lock, of_collection)
    where given.of_collection = any (locked)
    order by given.link_lock
  ) as ordered;

  for place in
    select given.place
    from unnest(new_ids) with ordinality as given (new_id, place)
    order by given.new_id collate "C"
  loop
    if of_collections[place] <> all (locked) then
      held[place] := true;
      continue;
    end if;
    kept := keep_answer(
      of_organisation,
      of_collections[place],
      times[place],
      new_ids[place],
      link_keys[place],
      of_members[place],
      of_teams[place],
      plain_answers[place],
      sealed_answers[place],
      sent_times[place],
      new_receipts[place],
      are_unfolded[place],
      repeat_keys[place],
      draft_keys[place]
    );
    written[place] := kept.written;
    open[place] := kept.open;
  end loop;
end $$;

-- An answer that arrives alone is stored by a call without arrays, which cost as much as storing it. Like a group it waits for nobody who holds the
-- collection, and nothing is done then. It locks its link, too: with a draft under the link, it and a group could wait for each other.
create function keep_lone_answer(
  of_organisation text,
  link_lock bigint,
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
  perform pg_advisory_xact_lock(link_lock);
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
