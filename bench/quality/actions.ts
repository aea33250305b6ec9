/**
 * A1: the evidence of every recommended action, computed again from the figures in it. A2: how often a driver that fell by one
 * point is among a team's three recommended actions, and how often a team without any change gets an action at all.
 *
 * Pulses are built from real answers: surveys of open-source maintainers, people drawn with replacement within one project,
 * for the previous and the current pulse, in three teams, so that they differ only by what is planted. In a
 * planted team one driver is lowered by a point, and three in ten of its people add a comment of somebody who was unhappy
 * with it. 200 teams are planted, 200 are not.
 */
import type { Answer, Question } from '../../contract/questions.ts'
import { actions } from '../../src/insights/recommend/actions.ts'
import { changesOf } from '../../src/insights/report/change.ts'
import { type Evidence, recomputed } from '../../src/insights/recommend/evidence.ts'
import type { Figures } from '../../src/insights/finding.ts'
import type { Finding } from '../../src/insights/insights.ts'
import { mulberry32, type Random, seedOf } from '../../src/text/text.ts'
import type { Part } from './quality.ts'
import { type Person, releasedOf } from './released.ts'
import { type SurveyAnswer, surveyAnswers } from './survey-answers.ts'

/** Ratings of the survey as scales of five, each with a driver of its own. */
const scales = {
  staff_response: 'voice',
  toc_response: 'leadership_change',
  know_resources: 'clarity',
  ci_needs: 'tools',
  docs_needs: 'feedback_progress',
  marketing_needs: 'recognition',
} as const
type Scale = keyof typeof scales
const isScale = (key: string): key is Scale => Object.hasOwn(scales, key)
const keys = Object.keys(scales).filter(isScale)

const texts = { wish: ['services_wish', 'help_next', 'marketing_wish'], other: ['any_other', 'recommend'] }

const questions: Question[] = [
  ...keys.map((id): Question => ({ id, type: 'scale', text: id, min: 1, max: 5, driver: scales[id] })),
  { id: 'wish', type: 'text', text: 'What would help?', intent: 'improve' },
  { id: 'other', type: 'text', text: 'Anything else?', intent: 'open' },
]

type Source = { projects: Person[][]; complaints: Map<Scale, string[]> }

async function sourceOf(data: string): Promise<Source> {
  const rows = await surveyAnswers(data)
  const projects = new Map<string, Person[]>()
  for (const own of Map.groupBy(rows, ({ respondent }) => respondent).values()) {
    const project = own.find(({ team }) => team)?.team
    const answers = answersOf(own)
    if (!project || answers.filter(({ value }) => value !== undefined).length < 3) continue
    projects.set(project, [...(projects.get(project) ?? []), { team: null, answers }])
  }
  const unhappy = keys.map((key): [Scale, string[]] => [
    key,
    rows.flatMap(({ q, rating, text }) => (q === key && text && (rating ?? 1) <= 0.6 ? [text] : [])),
  ])
  return {
    projects: [...projects.values()].filter((people) => people.length >= 5),
    complaints: new Map(unhappy),
  }
}

function answersOf(rows: readonly SurveyAnswer[]): Answer[] {
  const ratings = rows.flatMap(({ q, rating }): Answer[] =>
    typeof rating === 'number' && isScale(q) ? [{ question_id: q, value: Math.round(1 + 4 * rating) }] : [],
  )
  const written = Object.entries(texts).flatMap(([id, from]): Answer[] => {
    const comments = rows.filter(({ q, text }) => from.includes(q) && text).map(({ text }) => text)
    return comments.length > 0 ? [{ question_id: id, text: comments.join(' ') }] : []
  })
  return [...ratings, ...written]
}

const ratedMin = 5
const complaining = 0.3

const pick = <T>(from: readonly T[], random: Random): T => from[Math.floor(random() * from.length)]

const teams = ['one', 'two', 'three'].map((id) => ({ id, parent: null }))

/** @param planted  the driver that falls by a point in the first team */
function reportOf(
  source: Source,
  number: number,
  planted: Scale | null,
): { found: Finding[]; figures: Figures } {
  const random = mulberry32(seedOf(`actions ${number} ${planted !== null}`))
  const key = keys[number % keys.length]
  const project = pick(
    source.projects.filter((people) => people.filter((person) => rated(person, key)).length >= ratedMin),
    random,
  )
  const sizes = teams.map(() => 20 + Math.floor(random() * 21))
  /** `sizes` counts the people of each team who rate the driver; those who do not come on top. */
  const drawn = (): Person[] =>
    teams.flatMap(({ id }, at) => {
      const people: Person[] = []
      for (let left = sizes[at]; left > 0;) {
        const person = pick(project, random)
        people.push({ ...person, team: id })
        if (rated(person, key)) left--
      }
      return people
    })
  const before = drawn()
  const drawnNow = drawn()
  const now = planted ? lowered(drawnNow, planted, source, random) : drawnNow
  const figures: Figures = {
    questions,
    released: releasedOf(questions, teams, now),
    previous: releasedOf(questions, teams, before),
    teamNames: new Map(teams.map(({ id }) => [id, id])),
    seed: `actions ${number}`,
  }
  const changes = changesOf(figures, ['', ...teams.map(({ id }) => id)])
  const found = actions({ figures, changes, at: { group: 'one', name: 'one' } })
  return { found: found.filter(({ kind }) => kind === 'recommended_action'), figures }
}

const rated = ({ answers }: Person, key: Scale): boolean =>
  answers.some(({ question_id }) => question_id === key)

/** The first team a point lower on average: where a person is at the bottom, another gives two. */
function lowered(people: readonly Person[], key: Scale, { complaints }: Source, random: Random): Person[] {
  const inTeam = people.map(({ team }, at) => (team === 'one' ? at : -1)).filter((at) => at >= 0)
  const values = new Map(
    inTeam.flatMap((at): [number, number][] => {
      const value = people[at].answers.find(({ question_id }) => question_id === key)?.value
      return typeof value === 'number' ? [[at, value]] : []
    }),
  )
  let owed = values.size
  for (const [at, value] of values) {
    if (value === 1) continue
    values.set(at, value - 1)
    owed--
  }
  while (owed > 0) {
    const above = [...values].filter(([, value]) => value > 1)
    if (above.length === 0) break
    const [at, value] = pick(above, random)
    values.set(at, value - 1)
    owed--
  }
  return people.map((person, at) => {
    if (person.team !== 'one') return person
    const answers = person.answers.map((answer) =>
      answer.question_id === key ? { ...answer, value: values.get(at) } : answer,
    )
    return random() < complaining
      ? withComplaint(person, answers, complaints.get(key) ?? [], random)
      : { ...person, answers }
  })
}

function withComplaint(person: Person, answers: Answer[], own: readonly string[], random: Random): Person {
  if (own.length === 0) return { ...person, answers }
  const comment = answers.find(({ question_id }) => question_id === 'other')?.text
  const text = [comment, pick(own, random)].filter(Boolean).join(' ')
  const others = answers.filter(({ question_id }) => question_id !== 'other')
  return { ...person, answers: [...others, { question_id: 'other', text }] }
}

/** Whether everything in the finding follows from its evidence. */
function isRecomputed({ value, evidence }: Finding): boolean {
  const action = value as { priority: number; confidence: string; parts: Record<string, number> }
  const again = recomputed(evidence as Evidence[])
  return (
    again !== null &&
    again.priority === action.priority &&
    again.confidence === action.confidence &&
    JSON.stringify(again.parts) === JSON.stringify(action.parts) &&
    JSON.stringify(again.evidence) === JSON.stringify(evidence)
  )
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`

export const actionLines: Part = async (data, say) => {
  const source = await sourceOf(data)
  const cases = 200
  let [hits, falseAlarms, actionsCount, complete] = [0, 0, 0, 0]
  const confidences: Record<string, number> = {}
  for (let number = 0; number < cases; number++) {
    const key = keys[number % keys.length]
    const planted = reportOf(source, number, key).found
    const none = reportOf(source, number, null).found
    if (planted.some(({ subject }) => subject === scales[key])) hits++
    if (none.length > 0) falseAlarms++
    for (const finding of [...planted, ...none]) {
      actionsCount++
      if (isRecomputed(JSON.parse(JSON.stringify(finding)))) complete++
    }
    for (const { value } of planted) {
      const { confidence } = value as { confidence: string }
      confidences[confidence] = (confidences[confidence] ?? 0) + 1
    }
  }
  say(
    `${source.projects.length} projects; actions of planted teams by confidence: ${JSON.stringify(confidences)}`,
  )
  return [
    {
      id: 'A1',
      measure: `actions with complete evidence, computed again to the last digit (${actionsCount} actions)`,
      peer: 'not shown by any peer',
      target: '100 %',
      ours: percent(complete, actionsCount),
      met: complete === actionsCount && actionsCount > 0,
    },
    {
      id: 'A2',
      measure: 'a driver that fell by a point (n 20-40) in the top three; any action where nothing happened',
      peer: '-',
      target: '>= 90 %; <= 5 %',
      ours: `${percent(hits, cases)}; ${percent(falseAlarms, cases)}`,
      met: hits >= 0.9 * cases && falseAlarms <= 0.05 * cases,
    },
  ]
}
