/**
 * A plan as a question that a program shows to its person (elicitation). It is for them and not for the model, and they must see which survey
 * it is about, so its title is in it: last, on one line, in quotes that it cannot end itself.
 */
import type { Plan } from '../../contract/confirmations.ts'

const titleLengthMax = 120

/** No line, no invisible sign, no change of direction and no quotes, so that a title cannot pass for a sentence of ours. */
export const quoted = (text: string): string => {
  const line = text
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll(/["“”„«»‟❝❞〝〞"]/gu, "'")
    .trim()
  const letters = [...line]
  return `“${letters.length > titleLengthMax ? `${letters.slice(0, titleLengthMax).join('')}…` : line}”`
}

const people = (count: number | null): string => (count === 1 ? '1 person' : `${count ?? 0} people`)

const timeOf = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`

const windowOf = ({ closes_at: end, open_days: days }: Plan): string =>
  end === null ? `It stays open for ${days ?? 0} days.` : `It closes on ${timeOf(end)}.`

function sentenceOf(plan: Plan): string {
  const { act, closes_at: end, channels, mode } = plan
  const by = channels.join(', ')
  if (act === 'open')
    return `Open this survey now and ask ${people(plan.people)} by ${by}? ${windowOf(plan)} Answers are ${mode}.`
  if (act === 'schedule')
    return `Schedule this survey, to ask ${people(plan.people)} by ${by} on ${timeOf(plan.opens_at ?? '')}? ${windowOf(plan)} Answers are ${mode}.`
  if (act === 'remind')
    return `Send a reminder to ${people(plan.people)} by ${by} now?${plan.to_everyone ? ' It goes also to those who have answered.' : ''}`
  if (act === 'extend') return `Keep this survey open until ${timeOf(end ?? '')}?`
  return 'Close this survey now, for good, and analyse the answers?'
}

/** As the protocol takes it: a message, and a form of one box. */
export const questionOf = (plan: Plan) => ({
  message: `${sentenceOf(plan)}\n\nSurvey: ${quoted(plan.title)}`,
  requestedSchema: {
    type: 'object' as const,
    properties: { confirm: { type: 'boolean' as const, title: 'Yes, do this', default: false } },
    required: ['confirm'],
  },
})
