/**
 * What a reply is about, for those who were asked: the question of its finding, which all of them were asked, in its own words. Nothing else of
 * a finding is for everybody who was asked: its statement, its figures and the topics of comments have the readers whom the promise names.
 *
 * A recommended action is about the question that asks about the same thing. A finding on comments is about the question under which they were
 * written, where there is only one.
 */
import type { FormQuestion } from '../../contract/questions.ts'
import type { Translations } from '../../contract/translations.ts'
import { sql } from '../db/db.ts'
import { jsonbOf, nullable, type RowOf, shape, text } from '../db/shape.ts'
import type { Language } from '../language.ts'
import { localise, partsOf } from '../questions/questions.ts'

const topicRow = shape({
  part_id: nullable(text),
  insight_subject: nullable(text),
  item: nullable(jsonbOf<FormQuestion>()),
})

export const topicFields = topicRow.fields

/** Of the reply `r` of the collection `c`. Participation is about no question. */
export const topicColumns = sql`
  i.question_id as part_id, i.subject as insight_subject,
  (
    select q.item
    from
      jsonb_array_elements(c.questions) with ordinality as q (item, place),
      lateral (
        select
          coalesce(
            q.item->>'driver' = i.subject or q.item->'rows' @> jsonb_build_array(jsonb_build_object('driver', i.subject)),
            false
          ) as on_subject,
          coalesce(q.item->>'type' = 'text' or (q.item->>'allow_comment')::boolean, false) as in_words
      ) as asks
    where case
      when i.question_id is not null then q.item->>'id' = split_part(i.question_id, '.', 1)
      when i.kind = 'recommended_action' and on_subject then true
      when i.subject is not null then in_words and 1 = (
        select count(*)
        from jsonb_array_elements(c.questions) as w (item)
        where w.item->>'type' = 'text' or (w.item->>'allow_comment')::boolean
      )
    end
    order by on_subject desc, q.place
    limit 1
  ) as item`

/** After `replies r`: a finding of which nothing is left has no topic. */
export const withTopics = sql`
  left join insights i on i.organisation_id = r.organisation_id and i.id = r.insight_id`

type Topical = RowOf<typeof topicRow> & {
  readonly title: string
  readonly translations: Translations
  /** Of what is written. */
  readonly locale: string
}

/** More is a heading of three lines. */
const lengthMax = 140

/** `whole`: in full; `shown`: of a long one, its beginning. */
export type Topic = {
  readonly whole: string
  readonly shown: string
  readonly author: { readonly locale: string; readonly translated: ReadonlySet<string> }
}

export function topicIn(
  { part_id: partId, insight_subject: subject, item, title, translations, locale }: Topical,
  language: Language,
): Topic | null {
  if (!item) return null
  const { written, mainLocale, translated } = localise(
    { title, questions: [item] },
    { language: locale, translations },
    language,
    locale,
  )
  const [own] = written.questions
  // A row of a matrix, and a comment, are parts of their question.
  const parts = partsOf(own)
  const part =
    parts.find(({ id }) => id === partId) ??
    parts.find(({ driver }) => driver !== undefined && driver === subject) ??
    own
  const whole = part.text
  return { whole, shown: beginningOf(whole), author: { locale: mainLocale, translated } }
}

/** Up to the last word that has room, or, where there are no spaces, the last character. */
function beginningOf(words: string): string {
  const characters = [...words]
  if (characters.length <= lengthMax) return words
  const beginning = characters.slice(0, lengthMax).join('')
  return `${/^([^]+)\s/.exec(beginning)?.[1] ?? beginning}…`
}
