-- Storing an answer, sent or saved, is several writes in one call. Each statement inside names the organisation and has its rows on one server, so
-- on divided tables the whole call runs on the server of its organisation (src/db/distribute.ts), and no other takes part. As one statement
-- of several parts it passed what each part returned through all servers: while one was away, nobody could answer.
--
-- What holds for the caller is said in src/vault/answers.ts and partial.ts. Parameters have names that no column has.

-- Returns the id of the row that was written, and that of the collection if it was open. The lock on the collection makes closing wait.
-- Used links and earlier receipts are looked for in every case: how long it takes tells nothing. About the collation see note 108.
create function keep_answer(
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
  out open text
) language plpgsql as $$
declare
  is_used boolean;
  is_known boolean;
begin
  select c.id,
         exists (
           select from responses r
           where r.organisation_id = of_organisation and r.collection_id = of_collection and r.respondent_key = link_key
         ),
         exists (
           select from receipts t
           where t.organisation_id = of_organisation collate "POSIX" and t.receipt_sha256 = receipt
         )
  into open, is_used, is_known
  from collections c
  where c.organisation_id = of_organisation
    and c.id = of_collection
    and c.state = 'open'
    and (c.closes_at is null or c.closes_at > at)
  for share of c;
  if open is null or is_known or (is_used and repeat_key is null) then
    return;
  end if;

  -- Whoever was erased after their link had been read held the row above meanwhile, and a statement of its own sees it.
  if of_member is not null and exists (
    select from members m
    where m.organisation_id = of_organisation and m.id = of_member and m.status = 'erased'
  ) then
    open := null;
    return;
  end if;

  insert into responses
    (organisation_id, collection_id, id, respondent_key, member_id, team_id, answers, sealed, state, submitted_at, unfolded, repeats)
  values
    (of_organisation, of_collection, new_id, case when is_used then repeat_key else link_key end, of_member, of_team, plain_answers,
     sealed_answers, 'submitted', sent_at, is_unfolded, is_used)
  on conflict (organisation_id, collection_id, respondent_key) do nothing
  returning id into written;
  if written is null then
    return;
  end if;

  delete from responses
  where organisation_id = of_organisation
    and collection_id = of_collection
    and respondent_key = draft_key;
  insert into receipts (receipt_sha256, organisation_id, collection_id, response_id)
  values (receipt, of_organisation, of_collection, written);
end $$;

-- The same for answers that are not sent yet. Without `link_key`, as in anonymous mode, no link is used up.
create function save_partial(
  of_organisation text,
  of_collection text,
  at timestamptz,
  new_id text,
  draft_key bytea,
  of_member text,
  of_team text,
  plain_answers jsonb,
  sealed_answers bytea,
  attempt bytea,
  link_key bytea,
  out written text,
  out open text
) language plpgsql as $$
declare
  is_used boolean;
begin
  select c.id,
         exists (
           select from responses r
           where r.organisation_id = of_organisation and r.collection_id = of_collection and r.respondent_key = link_key
         )
  into open, is_used
  from collections c
  where c.organisation_id = of_organisation
    and c.id = of_collection
    and c.state = 'open'
    and (c.closes_at is null or c.closes_at > at)
  for share of c;
  if open is null or is_used then
    return;
  end if;

  -- Whoever was erased after their link had been read held the row above meanwhile, and a statement of its own sees it.
  if of_member is not null and exists (
    select from members m
    where m.organisation_id = of_organisation and m.id = of_member and m.status = 'erased'
  ) then
    open := null;
    return;
  end if;

  insert into responses
    (organisation_id, collection_id, id, respondent_key, member_id, team_id, answers, sealed, state, attempt_key)
  values
    (of_organisation, of_collection, new_id, draft_key, of_member, of_team, plain_answers, sealed_answers, 'partial', attempt)
  on conflict (organisation_id, collection_id, respondent_key) do update
  set answers = excluded.answers,
      sealed = excluded.sealed,
      attempt_key = excluded.attempt_key
  returning id into written;
end $$;
