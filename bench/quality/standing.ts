/**
 * What a report makes of problems that stay, of changes in some teams, and of organisations in which nothing is wrong.
 *
 * ST1: how often a driver that everybody, or one team, rates 2.0 of 5 in three surveys running has an action in each of them.
 * ST2: how often a fall of one point is told, by how many teams it concerns, and how often teams that did not change are said to
 * have; for strangers and for the same people. ST3: actions beside "not enough data" about the same driver and group, in all of
 * these reports. ST4: actions in an organisation of 30 teams that differ by chance alone.
 */
import type { Question } from '../../contract/questions.ts'
import { everyone, type TeamNode } from '../../src/cells/cells.ts'
import { stepOf } from '../../src/cells/paired.ts'
import type { Comparisons, Released } from '../../src/confidentiality/confidentiality.ts'
import type { Figures, Finding } from '../../src/insights/finding.ts'
import { changeKey, changesOf, isSignificant } from '../../src/insights/report/change.ts'
import { reportOf } from '../../src/insights/report/report.ts'
import { signFlipTest } from '../../src/statistics/statistics.ts'
import { mulberry32, type Random } from '../../src/text/text.ts'
import { answer, meanOf, shares, tilted } from './drawn-answers.ts'
import type { Line, Part } from './quality.ts'
import { type Person, releasedOf } from './released.ts'

const drivers = [
  'tools',
  'workload',
  'clarity',
  'pay',
  'growth',
  'peers',
  'voice',
  'autonomy',
  'recognition',
  'flexibility',
] as const

const scales = drivers.map((driver): Question => ({
  id: driver,
  type: 'scale',
  text: `Rate ${driver}`,
  min: 1,
  max: 5,
  driver,
}))
const wish: Question = { id: 'wish', type: 'text', text: 'What would help?', intent: 'improve' }

const teamsOf = (count: number): TeamNode[] =>
  Array.from({ length: count }, (_, at) => ({ id: `t${at}`, parent: null }))

const complaints = [
  'The laptops are slow and crash every day',
  'We need better equipment',
  'The software is outdated',
  'Slow computers waste our time',
]
const others = ['More training would help', 'Fewer meetings', 'Better pay', 'Nothing comes to mind here']

/** Of each person, the answers to all questions. */
type Values = ReadonlyMap<string, number[]>[]

type Wave = { released: Released<unknown>[]; values: Values }

type Drawn = {
  teams: readonly TeamNode[]
  size: number
  /** The shares that a team's answers to a question are drawn from. */
  weightsOf(question: string, team: number): readonly number[]
  /** Whether the team complains in words. */
  complains?(team: number): boolean
}

function waveOf({ teams, size, weightsOf, complains }: Drawn, random: Random): Wave {
  const values: Values = teams.map((_team, at) => {
    const found = new Map<string, number[]>()
    for (const { id } of scales)
      found.set(
        id,
        Array.from({ length: size }, () => answer(weightsOf(id, at), random)),
      )
    return found
  })
  const people = teams.flatMap(({ id: team }, at) =>
    Array.from({ length: size }, (_, person): Person => ({
      team,
      answers: [
        ...scales.map(({ id }) => ({ question_id: id, value: values[at].get(id)?.[person] ?? 3 })),
        ...(complains && random() < 0.5
          ? [
              {
                question_id: wish.id,
                text: pick(random() < (complains(at) ? 0.8 : 0) ? complaints : others, random),
              },
            ]
          : []),
      ],
    })),
  )
  return { released: releasedOf(complains ? [...scales, wish] : scales, teams, people), values }
}

const pick = <T>(from: readonly T[], random: Random): T => from[Math.floor(random() * from.length)]

/** ST3's pairs: an action, and a statement about the same driver and group that says data are missing. */
function contradictionsIn(findings: readonly Finding[]): { actions: number; contradicted: number } {
  const acted = findings.filter(({ kind }) => kind === 'recommended_action')
  const contradicted = acted.filter((action) =>
    findings.some(
      (one) =>
        one.teamId === action.teamId &&
        one.subject === action.subject &&
        /not enough data/i.test(JSON.stringify([one.statement, one.value, one.evidence])),
    ),
  )
  return { actions: acted.length, contradicted: contradicted.length }
}

const low = tilted(2)
const fallen = tilted(meanOf(shares) - 1)
const indifferent = tilted(3)

const counts = { actions: 0, contradicted: 0 }

function report(figures: Figures): Finding[] {
  const findings = reportOf(figures)
  const { actions, contradicted } = contradictionsIn(findings)
  counts.actions += actions
  counts.contradicted += contradicted
  return findings
}

/** Whether the group has an action about its tools in each of three waves. */
function isKept(run: number, whole: boolean): boolean {
  const random = mulberry32(9_000 + run + (whole ? 0 : 500))
  const drawn: Drawn = {
    teams: teamsOf(9),
    size: 28,
    weightsOf: (question, team) => (question === 'tools' && (whole || team === 0) ? low : shares),
    complains: (team) => whole || team === 0,
  }
  const history: { at: number; released: Released<unknown>[] }[] = []
  for (let wave = 0; wave < 3; wave++) {
    const { released } = waveOf(drawn, random)
    const findings = report({
      questions: [...scales, wish],
      released,
      previous: history.at(-1)?.released ?? [],
      history: [...history],
      teamNames: new Map(drawn.teams.map(({ id }) => [id, id])),
      seed: `standing ${run} ${wave}`,
    })
    history.push({ at: 90 * wave, released })
    const isThere = findings.some(
      ({ kind, teamId, subject }) =>
        kind === 'recommended_action' && subject === 'tools' && teamId === (whole ? null : 't0'),
    )
    if (!isThere) return false
  }
  return true
}

type Reading = { name: string; teams: number; size: number; fallen: number; runs: number; paired: boolean }

const readings: Reading[] = [
  { name: '1 of 8 teams of 40', teams: 8, size: 40, fallen: 1, runs: 40, paired: false },
  { name: 'all 8 teams of 40', teams: 8, size: 40, fallen: 8, runs: 15, paired: false },
  { name: '8 of 40 teams of 20', teams: 40, size: 20, fallen: 8, runs: 6, paired: false },
  { name: '1 of 8 teams of 40, the same people', teams: 8, size: 40, fallen: 1, runs: 40, paired: true },
  { name: '8 of 40 teams of 20, the same people', teams: 40, size: 20, fallen: 8, runs: 6, paired: true },
]

/** People keep this share of their answers, which makes a correlation of as much. */
const persistence = 0.6

function pairedIn(before: Values, after: Values, teams: readonly TeamNode[], seed: number): Comparisons {
  const differencesOf = (question: string, at: number): number[] =>
    (after[at].get(question) ?? []).map((value, i) => value - (before[at].get(question)?.[i] ?? value))
  const testOf = (team: string, question: string, differences: number[]) => {
    const test = signFlipTest(differences, seed)
    return test ? [{ team_id: team, question_id: question, p: stepOf(test.p) }] : []
  }
  const paired = scales.flatMap(({ id }) => [
    ...testOf(
      everyone,
      id,
      teams.flatMap((_team, at) => differencesOf(id, at)),
    ),
    ...teams.flatMap((team, at) => testOf(team.id, id, differencesOf(id, at))),
  ])
  return { paired, impacts: [] }
}

/** Teams told to have fallen among those that fell; tests told among teams and questions that did not change. */
function readingOf(reading: Reading): { power: number; falsePerTest: number } {
  let [told, planted, wrong, unchanged] = [0, 0, 0, 0]
  for (let run = 0; run < reading.runs; run++) {
    const random = mulberry32(4_000 + run)
    const teams = teamsOf(reading.teams)
    const all = { teams, size: reading.size }
    const before = waveOf({ ...all, weightsOf: () => shares }, random)
    const isFallen = (question: string, team: number): boolean =>
      question === 'tools' && team < reading.fallen
    const weightsOf = (question: string, team: number) => (isFallen(question, team) ? fallen : shares)
    const after = reading.paired
      ? samePeople(before.values, { ...all, isFallen }, random)
      : waveOf({ ...all, weightsOf }, random)
    const figures: Figures = {
      questions: scales,
      released: after.released,
      previous: before.released,
      teamNames: new Map(teams.map(({ id }) => [id, id])),
      seed: `reading ${run}`,
      ...(reading.paired && { comparisons: pairedIn(before.values, after.values, teams, run) }),
    }
    const changes = changesOf(figures, [everyone, ...teams.map(({ id }) => id)])
    for (const [at, { id: team }] of teams.entries())
      for (const { id: question } of scales) {
        const isTold = (changes.get(changeKey(team, question)) ?? []).some(
          (change) => change.against === 'previous' && isSignificant(change),
        )
        if (isFallen(question, at)) {
          planted++
          if (isTold) told++
        } else {
          unchanged++
          if (isTold) wrong++
        }
      }
  }
  return { power: told / planted, falsePerTest: wrong / unchanged }
}

/** Each person keeps most answers; those of fallen teams are a point lower, where the scale has one. */
function samePeople(
  before: Values,
  {
    teams,
    size,
    isFallen,
  }: { teams: readonly TeamNode[]; size: number; isFallen(question: string, team: number): boolean },
  random: Random,
): Wave {
  const values = before.map(
    (own, at) =>
      new Map(
        [...own].map(([question, answers]): [string, number[]] => [
          question,
          answers.map((value) => {
            const now = random() < persistence ? value : answer(shares, random)
            return isFallen(question, at) ? Math.max(1, now - 1) : now
          }),
        ]),
      ),
  )
  const people = teams.flatMap(({ id: team }, at) =>
    Array.from({ length: size }, (_, person): Person => ({
      team,
      answers: scales.map(({ id }) => ({ question_id: id, value: values[at].get(id)?.[person] ?? 3 })),
    })),
  )
  return { values, released: releasedOf(scales, teams, people) }
}

/** Actions of a report in which teams differ by chance. */
function falseActions(runs: number, weights: readonly number[]): number {
  let found = 0
  for (let run = 0; run < runs; run++) {
    const random = mulberry32(7_000 + run)
    const teams = teamsOf(30)
    const drawn: Drawn = { teams, size: 15, weightsOf: () => weights }
    const [before, now] = [waveOf(drawn, random), waveOf(drawn, random)]
    const findings = report({
      questions: scales,
      released: now.released,
      previous: before.released,
      teamNames: new Map(teams.map(({ id }) => [id, id])),
      seed: `nothing ${run}`,
    })
    found += findings.filter(({ kind }) => kind === 'recommended_action').length
  }
  return found / runs
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

export const standingLines: Part = async (_data, say) => {
  const runs = 40
  const kept = [true, false].map(
    (whole) => Array.from({ length: runs }, (_, run) => run).filter((run) => isKept(run, whole)).length,
  )
  say(`ST1 ${kept.join(', ')}`)
  const found = readings.map((reading) => {
    const read = readingOf(reading)
    say(
      `ST2 ${reading.name}: told ${percent(read.power)}, false ${percent(read.falsePerTest)} of comparisons`,
    )
    return { ...reading, ...read }
  })
  const nothing = falseActions(20, shares)
  const middling = falseActions(20, indifferent)
  say(`ST4 means of 3.56: ${nothing.toFixed(2)} actions a report; means of 3.0: ${middling.toFixed(2)}`)
  return [
    {
      id: 'ST1',
      measure: `an action in each of three surveys, tools at 2.0 of 5: everyone (252 people); one team of 28 (${runs} runs each)`,
      peer: '-',
      target: '>= 90 %',
      ours: kept.join('; '),
      met: kept.every((count) => count >= 0.9 * runs),
    },
    {
      id: 'ST2',
      measure: `a fall of one point told / unchanged teams said to have changed: ${found.map(({ name }) => name).join('; ')}`,
      peer: '-',
      target: '>= 75 % / <= 5 %, in every reading',
      ours: found.map(({ power, falsePerTest }) => `${percent(power)} / ${percent(falsePerTest)}`).join('; '),
      met: found.every(({ power, falsePerTest }) => power >= 0.75 && falsePerTest <= 0.05),
    },
    {
      id: 'ST3',
      measure: `actions beside "not enough data" of the same driver and group (${counts.actions} actions)`,
      peer: '-',
      target: '0',
      ours: String(counts.contradicted),
      met: counts.contradicted === 0 && counts.actions > 0,
    },
    {
      id: 'ST4',
      measure:
        'actions in a report of 30 teams in which nothing differs: means of 3.6; means in the middle of the scale',
      peer: '-',
      target: '<= 0.5',
      ours: `${nothing.toFixed(2)}; ${middling.toFixed(2)}`,
      met: Math.max(nothing, middling) <= 0.5,
    },
  ] satisfies Line[]
}
