/**
 * A plan as a question that a program shows to its person (elicitation). It is for them and not for the model, and they must see which survey
 * it is about and whom it reaches, so the title and the names of teams are in it: after our sentence, a line for each kind, in quotes that they
 * cannot end themselves.
 */
import type { Plan } from '../../contract/confirmations.ts'

const nameLengthMax = 120
const teamsMax = 10

/** No line, no invisible sign, no change of direction and no quotes, so that a name cannot pass for a sentence of ours. */
export const quoted = (text: string): string => {
  const line = text
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll(/["\uff02“”„«»‟❝❞〝〞]/gu, "'")
    .trim()
  const letters = [...line]
  return `“${letters.length > nameLengthMax ? `${letters.slice(0, nameLengthMax).join('')}…` : line}”`
}

const people = (count: number | null): string => (count === 1 ? '1 person' : `${count ?? 0} people`)

const timeOf = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`

const windowOf = ({ closes_at: end, open_days: days }: Plan): string =>
  end === null ? `It stays open for ${days ?? 0} days.` : `It closes on ${timeOf(end)}.`

const readers = {
  anonymous: 'Answers are anonymous.',
  confidential: 'Answers are confidential.',
  attributed: 'Answers are shown with names.',
} as const satisfies Record<Plan['mode'], string>

function sentenceOf(plan: Plan): string {
  const { act, closes_at: end, channels, mode } = plan
  const by = channels.join(', ')
  if (act === 'open')
    return `Open this survey now and ask ${people(plan.people)} by ${by}? ${windowOf(plan)} ${readers[mode]}`
  if (act === 'schedule') {
    const later = asksTeams(plan) ? ' Whoever is in these teams when it opens is asked.' : ''
    return `Schedule this survey, to ask ${people(plan.people)} as of today by ${by} on ${timeOf(plan.opens_at ?? '')}?${later} ${windowOf(plan)} ${readers[mode]}`
  }
  if (act === 'remind')
    return `Send a reminder to ${people(plan.people)} by ${by} now?${plan.to_everyone ? ' It goes also to those who have answered.' : ''}`
  if (act === 'extend') return `Keep this survey open until ${timeOf(end ?? '')}?`
  return 'Close this survey now, for good, and analyse the answers?'
}

const asksTeams = ({ teams, more_teams: more }: Plan): boolean => teams.length + more > 0

function teamsOf({ teams, more_teams: unnamed }: Plan): string {
  const names = teams.slice(0, teamsMax).map(({ name }) => quoted(name))
  const more = teams.length - names.length + unnamed
  if (names.length === 0) return `${more}, not named here`
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** What the person must tell from other surveys and other people, a line each. */
const linesOf = (plan: Plan): string[] => [
  `Survey: ${quoted(plan.title)}`,
  ...(asksTeams(plan) ? [`Teams, with those below them: ${teamsOf(plan)}`] : []),
  ...(plan.single_people > 0 ? [`Named one by one: ${people(plan.single_people)}`] : []),
  ...(plan.excluded > 0
    ? [`Left out: ${plan.excluded} ${plan.excluded === 1 ? 'team or person' : 'teams or people'}`]
    : []),
]

/** As the protocol takes it: a message, and a form of one box. */
export const questionOf = (plan: Plan) => ({
  message: `${sentenceOf(plan)}\n\n${linesOf(plan).join('\n')}`,
  requestedSchema: {
    type: 'object' as const,
    properties: { confirm: { type: 'boolean' as const, title: 'Yes, do this', default: false } },
    required: ['confirm'],
  },
})
