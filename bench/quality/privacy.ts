/**
 * P1: identifiers that a report repeats, and findings about fewer people than were promised.
 *
 * Real answers (surveys of open-source maintainers) are assigned to invented people in invented teams of 1 to 14; half of them
 * get an identifier: a colleague's name, an address, a number, a link, a handle, a ticket. One in five asks not to be
 * quoted and holds a word of its own. Every string of every finding and every released comment is searched. For each finding
 * the people who answered in its team are counted again.
 */
import type { Question } from '../../contract/questions.ts'
import type { QuestionCell, TeamNode } from '../../src/cells/cells.ts'
import type { Finding } from '../../src/insights/insights.ts'
import { reportOf } from '../../src/insights/report/report.ts'
import { mulberry32, type Random } from '../../src/text/text.ts'
import type { Part } from './quality.ts'
import { type Person, releasedOf } from './released.ts'
import { surveyAnswers } from './survey-answers.ts'

const pulses = 150
const [kScore, kComment, themePeople] = [5, 10, 3]

const givenNames =
  'Amara Bjarne Chiara Dmitri Eszter Farouk Greta Hiroshi Ingrid Joaquim Katarzyna Lorenzo'.split(' ')
const surnames =
  'Abernathy Bergström Castellano Dvořák Echeverría Fitzwilliam Grünwald Hakimi Ivanenko'.split(' ')

const questions: Question[] = [
  { id: 'calm', type: 'scale', text: 'Calm', min: 1, max: 5, driver: 'wellbeing' },
  { id: 'tools', type: 'scale', text: 'Tools', min: 1, max: 5, driver: 'tools' },
  { id: 'recommend', type: 'enps', text: 'Recommend' },
  { id: 'wish', type: 'text', text: 'What would help?', intent: 'improve' },
  { id: 'other', type: 'text', text: 'Anything else?', intent: 'open' },
]

const pick = <T>(from: readonly T[], random: Random): T => from[Math.floor(random() * from.length)]
const digits = (count: number, random: Random): string =>
  Array.from({ length: count }, () => 1 + Math.floor(random() * 9)).join('')

/** A sentence with an identifier, and the part of it that must not be found. */
const seeds: ((name: string, random: Random) => { text: string; secret: string })[] = [
  (name) => ({ text: `${name} should answer faster.`, secret: name.split(' ')[1] }),
  (name) => ({ text: `Ask ${name.split(' ')[0]}’s team about it.`, secret: name.split(' ')[0] }),
  (name) => {
    const mail = `${name.toLowerCase().replace(' ', '.')}@acme.test`
    return { text: `Write to ${mail} for the list.`, secret: mail }
  },
  (_name, random) => {
    const phone = `+49 17${digits(1, random)} ${digits(7, random)}`
    return { text: `Call me at ${phone} any time.`, secret: phone.slice(-7) }
  },
  (_name, random) => {
    const link = `intranet.acme.test/people/${digits(5, random)}`
    return { text: `It is all on https://${link} already.`, secret: link }
  },
  (name) => {
    const handle = `${name[0].toLowerCase()}${name.split(' ')[1].toLowerCase()}`
    return { text: `Thanks to @${handle} it works.`, secret: handle }
  },
  (_name, random) => {
    const ticket = `OPS-${digits(5, random)}`
    return { text: `See ${ticket} for the story.`, secret: ticket.slice(4) }
  },
  (_name, random) => {
    const number = digits(6, random)
    return { text: `My staff number is ${number}, as you know.`, secret: number }
  },
]

type Pulse = { teams: TeamNode[]; people: Person[]; names: string[]; secrets: Set<string> }

function pulseOf(number: number, texts: readonly string[]): Pulse {
  const random = mulberry32(number)
  const teams = Array.from({ length: 2 + Math.floor(random() * 5) }, (_, at): TeamNode => ({
    id: `t${at}`,
    parent: at > 1 && random() < 0.4 ? `t${Math.floor(random() * at)}` : null,
  }))
  const names = givenNames.flatMap((one) => surnames.map((other) => `${one} ${other}`))
  const secrets = new Set<string>()
  const comments = (): Person['answers'][number][] =>
    ['wish', 'other'].flatMap((question_id, at) => {
      if (random() < 0.25) return []
      if (random() < 0.2) {
        const secret = `unquotable${digits(2, random)}${number}x${at}`
        secrets.add(secret)
        return [{ question_id, text: `${pick(texts, random)} ${secret}`, do_not_quote: true }]
      }
      const comment = pick(texts, random)
      if (random() < 0.5) return [{ question_id, text: comment }]
      const seed = pick(seeds, random)(pick(names, random), random)
      secrets.add(seed.secret)
      return [{ question_id, text: random() < 0.5 ? `${comment} ${seed.text}` : `${seed.text} ${comment}` }]
    })
  const people = teams.flatMap(({ id }) =>
    Array.from({ length: 1 + Math.floor(random() * 14) }, (): Person => ({
      team: id,
      answers: [
        ...['calm', 'tools'].flatMap((question_id) =>
          random() < 0.9 ? [{ question_id, value: 1 + Math.floor(random() * 5) }] : [],
        ),
        ...(random() < 0.8 ? [{ question_id: 'recommend', value: Math.floor(random() * 11) }] : []),
        ...comments(),
      ],
    })),
  )
  return { teams, people, names, secrets }
}

/** Whether a team is `team` or below it; null is everyone. */
function isWithin(teams: readonly TeamNode[], home: string | null, team: string | null): boolean {
  if (team === null) return true
  for (let at = home; at; at = teams.find(({ id }) => id === at)?.parent ?? null) if (at === team) return true
  return false
}

/** Whether a finding is about fewer people than were promised, counting those who answered again. */
function isAboutTooFew({ teams, people }: Pulse, { kind, teamId, questionId, value }: Finding): boolean {
  const inTeam = people.filter(({ team }) => isWithin(teams, team, teamId))
  const answering = (...ids: (string | null)[]): number =>
    inTeam.filter(({ answers }) => answers.some(({ question_id }) => ids.includes(question_id))).length
  switch (kind) {
    case 'theme':
      return answering('wish', 'other') < kComment || (value as { people: number }).people < themePeople
    case 'sentiment_signal':
    case 'coverage':
      return answering(questionId) < kComment
    case 'level':
    case 'strength':
      // Of a driver that nothing was asked about: told by what people wrote.
      return questionId === null ? answering('wish', 'other') < kComment : answering(questionId) < kScore
    case 'recommended_action':
    case 'participation':
      return inTeam.length < kScore
    default:
      return answering(questionId) < kScore
  }
}

/** Without figures, of which one in thousands has the digits of a number that somebody wrote. */
const textsIn = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'number' ? null : one)).toLowerCase()

export const privacyLines: Part = async (data, say) => {
  const texts = (await surveyAnswers(data)).flatMap(({ text }) =>
    text && text.length > 15 && text.length < 300 ? [text] : [],
  )
  let [seeded, left, below, findings, quotes] = [0, 0, 0, 0, 0]
  for (let number = 1; number <= pulses; number++) {
    const pulse = pulseOf(number, texts)
    const { teams, people, names, secrets } = pulse
    const released = releasedOf(questions, teams, people, { names, themes: number % 10 === 0 })
    const found = reportOf({
      questions,
      released,
      previous: [],
      teamNames: new Map(),
      seed: `privacy ${number}`,
    })
    const comments = released.flatMap(({ cells }) =>
      cells.flatMap((cell) => (cell as Partial<QuestionCell>).comments ?? []),
    )
    const output = textsIn([found, comments])
    seeded += secrets.size
    findings += found.length
    quotes += found.reduce(
      (sum, { value }) => sum + ((value as { quotes?: string[] }).quotes?.length ?? 0),
      0,
    )
    for (const secret of secrets) if (output.includes(secret.toLowerCase())) left++
    below += found.filter((finding) => isAboutTooFew(pulse, finding)).length
  }
  say(`${pulses} pulses, ${findings} findings, ${quotes} quotes, ${seeded} identifiers seeded`)
  return [
    {
      id: 'P1',
      measure: `of ${seeded} seeded identifiers left in ${quotes} quotes, comments or findings; of ${findings} findings under a threshold`,
      peer: '-',
      target: '0; 0',
      ours: `${left}; ${below}`,
      met: left === 0 && below === 0 && quotes > 0,
    },
  ]
}
