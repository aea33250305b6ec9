-- Answers of an organisation that arrive while others are being stored are stored together: one call, one commit (src/vault/keeping.ts). The rule is
-- that of keep_answer (0075), called for each.
--
-- They are written in the order of their ids, which are random, and share a transaction: within a group nothing tells who answered first, and a
-- further answer to a link does not lie where the first one would. Nodes that store answers to the same links at once would wait for each other in a circle in
-- that order. So links are locked first, in an order that all nodes have. These locks are in memory and end with the transaction.
--
-- A group waits for no collection: answers to one that is being closed are left out and `held`, so that they do not hold up the others, and are
-- stored by a call that `is_waiting`, of that collection alone.

-- Each array has one element for each answer, and so have the results: what keep_answer returns of it, in the order of the arguments.
create function keep_answers(
  of_organisation text,
  is_waiting boolean,
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
  free text[] := '{}';
  place integer;
  kept record;
begin
  written := array_fill(null::text, array[cardinality(new_ids)]);
  open := written;
  held := array_fill(false, array[cardinality(new_ids)]);
  if not is_waiting then
    for of_collection in
      select c.id
      from collections c
      where c.organisation_id = of_organisation
        and c.id = any (of_collections)
      for share skip locked
    loop
      free := free || of_collection;
    end loop;
  end if;

  if cardinality(new_ids) > 1 then
    perform pg_advisory_xact_lock(hashtextextended('answer to ' || encode(ordered.link_key, 'hex'), 0))
    from (select distinct link_key from unnest(link_keys) as given (link_key) order by link_key) as ordered;
  end if;

  for place in
    select given.place
    from unnest(new_ids) with ordinality as given (new_id, place)
    order by given.new_id collate "C"
  loop
    if not is_waiting and of_collections[place] <> all (free) then
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
