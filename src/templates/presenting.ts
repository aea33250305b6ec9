/** Templates as callers see them: those of the service and those of an organisation in one shape. */
import { minutesToAnswer } from '../../contract/answering-time.ts'
import type { Template } from '../../contract/templates.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../db/db.ts'
import type { TemplateContent } from './built-in.ts'
import * as store from './store.ts'

const unused: Template['usage'] = { surveys: 0, last_used_at: null }

export const contentOf = ({
  organisation_id: _organisation,
  ...row
}: store.TemplateRow): TemplateContent => ({
  ...row,
  origin: 'own',
  minutes: minutesToAnswer(row.questions),
})

/** With how often the caller sees each used. */
export async function withUsage(
  tx: Tx,
  actor: Actor,
  contents: readonly TemplateContent[],
): Promise<Template[]> {
  if (contents.length === 0) return []
  const isQuestion = ({ kind }: TemplateContent): boolean => kind === 'question'
  const made = contents.filter((one) => !isQuestion(one)).map(({ id }) => id)
  const asked = contents.filter(isQuestion).map(({ questions }) => questions[0].id)
  const rows = made.length > 0 ? await store.usageOf(tx, actor, made) : []
  const askedRows = asked.length > 0 ? await store.surveysAsking(tx, actor, asked) : []
  const usage = new Map(
    rows.map(({ template_id: id, surveys, last_used_at }) => [id, { surveys, last_used_at }]),
  )
  const asking = new Map(
    askedRows.map(({ question_id: id, surveys, last_used_at }) => [id, { surveys, last_used_at }]),
  )
  return contents.map((content) => ({
    ...content,
    usage: (isQuestion(content) ? asking.get(content.questions[0].id) : usage.get(content.id)) ?? unused,
  }))
}

export const present = async (tx: Tx, actor: Actor, row: store.TemplateRow): Promise<Template> =>
  (await withUsage(tx, actor, [contentOf(row)]))[0]
