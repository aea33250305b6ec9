/**
 * A plan as a question that a program shows to its person (elicitation). It is for them and not for the model, and they must see which survey
 * it is about and whom it reaches, so the title and the names of teams are in it: after our sentence, a line for each kind, in quotes that they
 * cannot end themselves.
 */
import type { Plan } from '../../contract/confirmations.ts'
import { inWords } from '../language.ts'

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

/** In the zone of the organisation, with the zone named: the program does not say where its person is. */
type TimeOf = (instant: string) => string

/** @throws  a plan without what its act needs */
function present<T>(value: T | null, name: string): T {
  if (value === null) throw new Error(`a plan without ${name}`)
  return value
}

const windowOf = ({ closes_at: end, open_days: days }: Plan, timeOf: TimeOf): string =>
  end === null ? `It stays open for ${present(days, 'an end')} days.` : `It closes on ${timeOf(end)}.`

const modeSentences = {
  anonymous: 'Answers are anonymous.',
  confidential: 'Answers are confidential.',
  attributed: 'Answers are shown with names.',
} as const satisfies Record<Plan['mode'], string>

function sentenceOf(plan: Plan, timeOf: TimeOf): string {
  const { act, closes_at: end, channels, mode } = plan
  const by = channels.join(', ')
  if (act === 'open')
    return `Open this survey now and ask ${people(plan.people)} by ${by}? ${windowOf(plan, timeOf)} ${modeSentences[mode]}`
  if (act === 'schedule') {
    const later = asksTeams(plan) ? ' Everyone who is in these teams when it opens is asked.' : ''
    return `Schedule this survey, to ask ${people(plan.people)} as of today by ${by} on ${timeOf(present(plan.opens_at, 'a beginning'))}?${later} ${windowOf(plan, timeOf)} ${modeSentences[mode]}`
  }
  if (act === 'remind')
    return `Send a reminder to ${people(plan.people)} by ${by} now?${plan.to_everyone ? ' It goes also to those who have answered.' : ''}`
  if (act === 'extend') return `Keep this survey open until ${timeOf(present(end, 'an end'))}?`
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
export const questionOf = (plan: Plan, timeZone: string) => ({
  message: `${sentenceOf(plan, (instant) => inWords.moment('en', instant, timeZone))}\n\n${linesOf(plan).join('\n')}`,
  requestedSchema: {
    type: 'object' as const,
    properties: { confirm: { type: 'boolean' as const, title: 'Yes, do this', default: false } },
    required: ['confirm'],
  },
})
