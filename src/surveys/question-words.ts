/**
 * SQL: what the questions of a survey say, to be searched. Rows of a matrix are questions of their own, as for answers; statements ask nothing.
 * The wording is unfolded survey by survey, of those that the caller sees, so a search reads nothing of another organisation.
 */
import { type Query, sql } from '../db/db.ts'

/**
 * The questions of the row of `alias` whose words have the pattern of an `ilike`, in the order of the form; those of translations come after the
 * main language. Each translation is read once and not once for each question: a large one is unpacked whenever it is read.
 */
const matching = (alias: string, pattern: string): Query => {
  const questions = sql.ref(`${alias}.questions`)
  const isStatement = sql`${questions} @> jsonb_build_array(jsonb_build_object('id', said.id, 'type', 'statement'))`
  return sql`
    select said.id, said.words, said.translated, said.place, said.row_place
    from (
      select false as translated, question.place, part.row_place, part.id, part.words
      from jsonb_array_elements(${questions}) with ordinality question (item, place)
      cross join lateral (
        select 0 as row_place, question.item->>'id' as id, question.item->>'text' as words
        union all
        select matrix_row.place, concat(question.item->>'id', '.', matrix_row.item->>'id'), matrix_row.item->>'text'
        from jsonb_array_elements(question.item->'rows') with ordinality matrix_row (item, place)
      ) part
      union all
      select true, 0, 0, part.id, part.words
      from jsonb_each(${sql.ref(`${alias}.translations`)}) translation (language, texts)
      cross join lateral jsonb_each(translation.texts->'questions') question (id, texts)
      cross join lateral (
        select question.id, question.texts->>'text' as words
        union all
        select concat(question.id, '.', matrix_row.id), matrix_row.words
        from jsonb_each_text(question.texts->'rows') matrix_row (id, words)
      ) part
    ) said
    where said.words ilike ${pattern}
      and not ${isStatement}`
}

/** Whether any of them has it. */
export const hasMatching = (alias: string, pattern: string): Query =>
  sql`exists (${matching(alias, pattern)})`

/** The first of them: its id and its words, in the language in which they were found. */
export const firstMatching = (alias: string, pattern: string): Query => sql`
  (
    select jsonb_build_object('id', found.id, 'text', found.words)
    from (${matching(alias, pattern)}) found
    order by found.translated, found.place, found.row_place, found.id
    limit 1
  )`
