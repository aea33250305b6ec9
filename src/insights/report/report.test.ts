import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Question } from '../../../contract/questions.ts'
import { everyone, questionMeasure } from '../../cells/cells.ts'
import type { Released } from '../../confidentiality/confidentiality.ts'
import { sentimentMeasure } from '../measures.ts'
import { render } from '../message.ts'
import { toneText } from './level-text.ts'
import { reportOf } from './report.ts'
import { meanSaid } from './units.ts'

const workload: Question = {
  id: 'load',
  type: 'scale',
  text: 'Manageable',
  min: 1,
  max: 5,
  driver: 'workload',
}

/** Released figures of one scale, by team; everyone is the sum of the cells. */
function figures(teams: Record<string, number[]>): Released<unknown>[] {
  const measure = questionMeasure(workload.id)
  const cells = Object.entries(teams).map(([teamId, values]) => ({
    teamId,
    cell: {
      n: values.length,
      counts: Object.fromEntries([1, 2, 3, 4, 5].map((v) => [v, values.filter((x) => x === v).length])),
      sum: values.reduce((all, value) => all + value, 0),
      comments: [],
    },
  }))
  const of = (teamId: string, own: typeof cells): Released<unknown> => ({
    measure,
    teamId,
    n: own.reduce((all, { cell }) => all + cell.n, 0),
    cells: own.map(({ cell }) => cell),
  })
  return [of(everyone, cells), ...cells.map((one) => of(one.teamId, [one]))]
}

const low = [1, 2, 2, 2, 1, 2, 3, 2, 1, 2, 2, 1, 2, 3]
const high = [4, 5, 4, 4, 3, 4, 5, 4, 4, 5, 3, 4, 4, 5]

const report = (
  now: Record<string, number[]>,
  before: Record<string, number[]> | null,
  question: Question = workload,
  more: Partial<Parameters<typeof reportOf>[0]> = {},
) =>
  reportOf({
    questions: [question],
    released: figures(now),
    previous: before ? figures(before) : [],
    ...more,
    teamNames: new Map([
      ['a', 'Ash'],
      ['b', 'Birch'],
    ]),
    seed: 'test',
  })

type Findings = ReturnType<typeof report>

const saidOf = (team: string | null, kind: string, findings: Findings): string[] =>
  findings.filter((one) => one.teamId === team && one.kind === kind).map(({ statement }) => statement)

const levelOf = (team: string | null, findings: Findings) =>
  findings.find((one) => one.teamId === team && one.kind === 'level')!.value as Record<string, unknown>

const actionsOf = (team: string | null, findings: Findings) =>
  findings.filter((one) => one.teamId === team && one.kind === 'recommended_action')

test('a fall is compared with last time and with the others, and leads to an action', () => {
  const findings = report({ a: low, b: high }, { a: high, b: high })
  assert.deepEqual(saidOf('a', 'driver', findings), [
    'Ash: “Manageable” scored 1.9 of 5 on average (14 answers; 95% interval 1.5 to 2.2).',
  ])
  assert.deepEqual(saidOf('a', 'level', findings), [
    'Ash: “Manageable” is low: 1.9 of 5 (14 answers), clearly below the middle of the scale (3).',
  ])
  assert.deepEqual(saidOf('a', 'change', findings), [
    'Ash: “Manageable” fell from 4.1 to 1.9 since last time.',
    'Ash: “Manageable” is below everyone else: 1.9 against 4.1.',
  ])
  assert.equal(actionsOf('a', findings)[0].subject, 'workload')
  assert.equal(actionsOf('b', findings).length, 0)
})

test('a team that is as far below the others as last time still gets an action', () => {
  const findings = report({ a: low, b: high }, { a: low, b: high })
  assert.deepEqual(saidOf('a', 'change', findings), [
    'Ash: “Manageable” is below everyone else: 1.9 against 4.1.',
  ])
  const [action] = actionsOf('a', findings)
  assert.equal((action.value as { confidence: string }).confidence, 'high')
  assert.deepEqual((action.evidence[0] as { comparison: unknown }).comparison, {
    to: 'organisation',
    value: 4.142857142857143,
  })
  assert.equal(
    action.statement,
    'Ash: Limit work in progress. “Manageable” is still low: 1.9 of 5, second time in a row (14 answers). “Manageable” is below everyone else: 1.9 against 4.1.',
  )
})

test('a statement names no team but its own: anyone who reads it may not see the team above', () => {
  const parents = new Map([
    ['a', 'b'],
    ['b', null],
  ])
  const findings = report({ a: low, b: [...low, ...high] }, null, workload, { parents })
  const above = 'Ash: “Manageable” is below the rest of the parent team: 1.9 against 4.1.'
  assert.ok(saidOf('a', 'change', findings).includes(above))
  const names = { a: 'Ash', b: 'Birch' }
  for (const { teamId, statement, message } of findings)
    for (const [id, name] of Object.entries(names))
      if (id !== teamId)
        assert.ok(!`${statement} ${JSON.stringify(message)}`.includes(name), `${teamId}: ${statement}`)
})

test('a level in words counts who is negative only where nobody is singled out, neither those nor the others', () => {
  const said = (state: string, people: number, negative: number): string => {
    const change = {
      own: negative / people,
      ownN: people,
      made: { test: 'half', now: { successes: negative } },
    }
    const [text] = toneText('pay', { state, times: 1, change } as unknown as Parameters<typeof toneText>[1])
    return render(text, 'en')
  }
  assert.equal(said('problem', 12, 9), '12 people mention pay and benefits, 9 of them negatively (75%).')
  assert.equal(said('problem', 9, 9), '9 people mention pay and benefits, all of them negatively.')
  assert.equal(said('problem', 12, 11), '12 people mention pay and benefits, most of them negatively.')
  assert.equal(said('strength', 12, 0), '12 people mention pay and benefits, none of them negatively (0%).')
  assert.equal(said('strength', 12, 1), '12 people mention pay and benefits, few of them negatively.')
  assert.equal(said('strength', 12, 2), '12 people mention pay and benefits, few of them negatively.')
})

test('a mean has one decimal, as beside a chart, and two where one would hide a difference', () => {
  assert.deepEqual(
    [2.071, 2.65, 3.9286, 2.64999].map((mean) => meanSaid(mean)),
    [2.1, 2.7, 3.9, 2.7],
  )
  assert.equal(meanSaid(2.97, [3]), 2.97)
  assert.equal(meanSaid(3.31, [3.34]), 3.31)
  assert.equal(meanSaid(3, [3]), 3)
})

test('where nothing differs there is no change and no action', () => {
  const findings = report({ a: high, b: high }, { a: high, b: high })
  assert.ok(findings.every(({ kind }) => kind !== 'recommended_action'))
  assert.ok(findings.every(({ kind, statement }) => kind !== 'change' && !/not enough data/i.test(statement)))
})

test('a problem of everybody stays in the report, wave after wave, with one action', () => {
  const history: { at: number; released: Released<unknown>[] }[] = []
  for (const [wave, times] of [undefined, 'second', 'third'].entries()) {
    const findings = report({ a: low, b: low }, wave > 0 ? { a: low, b: low } : null, workload, {
      history: [...history],
    })
    assert.equal(actionsOf(null, findings).length, 1, String(wave))
    assert.deepEqual([...actionsOf('a', findings), ...actionsOf('b', findings)], [], 'it is everyone’s')
    assert.deepEqual(
      saidOf(null, 'level', findings),
      times
        ? [`“Manageable” is still low: 1.9 of 5, ${times} time in a row (28 answers).`]
        : ['“Manageable” is low: 1.9 of 5 (28 answers), clearly below the middle of the scale (3).'],
    )
    assert.ok(findings.every(({ statement }) => !/not enough data/i.test(statement)))
    const { state, times: count, since } = levelOf(null, findings)
    assert.deepEqual([state, count, since], ['problem', wave + 1, wave > 0 ? '2026-01-01' : null])
    history.push({
      at: Date.parse('2026-01-01') / 86_400_000 + 90 * wave,
      released: figures({ a: low, b: low }),
    })
  }
})

test('where the level is uncertain, the report and its value say how many answers it would take', () => {
  const findings = report({ a: [2, 3, 4, 3, 2, 2, 4, 3, 2, 3] }, null)
  assert.deepEqual(saidOf('a', 'level', findings), [
    'Ash: “Manageable” is neither good nor bad: 2.8 of 5 (10 answers). The middle of the scale is 3. To tell so small a difference would take about 54 more answers.',
  ])
  assert.deepEqual(levelOf('a', findings).enough, 54)
  const close = report({ a: [2, 3, 4, 3, 2, 4, 4, 3, 2, 3] }, null)
  assert.deepEqual(saidOf('a', 'level', close), [
    'Ash: “Manageable” is neither good nor bad: 3.0 of 5 (10 answers). The middle of the scale is 3.',
  ])
  assert.deepEqual(levelOf('a', close).enough, null)
})

test('a mean is said as charts show the figure of the API: the score and its level say the same', () => {
  const findings = report({ a: [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2] }, null)
  const [score, level] = ['driver', 'level'].flatMap((kind) => saidOf('a', kind, findings))
  // 16 of 11 people is 1.4545…, of which 1.455 is told as a value.
  assert.match(score, / scored 1\.5 of 5 /)
  assert.match(level, / is low: 1\.5 of 5 \(/)
})

test('an interval is said as charts show it', () => {
  const [score] = saidOf('a', 'driver', report({ a: [1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3] }, null))
  // 16 of 11 people is 1.4545…, of which 1.455 is told as a value.
  assert.match(score, /interval 1\.5 to 2\.5/)
})

test('a mean sentiment is rounded once in a sentence', () => {
  const question: Question = { id: 'open', type: 'text', text: 'What else?' }
  const bins = Array.from({ length: 21 }, (_, bin) => (bin === 11 ? 20 : 0))
  const released = [
    {
      measure: sentimentMeasure('open'),
      teamId: everyone,
      n: 20,
      cells: [{ n: 20, sum: 2.095, squares: 1, bins }],
    },
  ]
  const { statement, value } = report({}, null, question, { released }).find(
    ({ kind }) => kind === 'sentiment_signal',
  )!
  // 0.10475, of which 0.105 is told as a value.
  assert.equal((value as { mean: number }).mean, 0.105)
  assert.match(statement, /mean 0\.1 on/)
})

test('a figure is compared with the target of the question', () => {
  const fine = [3, 4, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4]
  assert.equal(levelOf(null, report({ a: fine }, null)).state, 'fine')
  const { state, reference, target } = levelOf(null, report({ a: fine }, null, { ...workload, target: 4.2 }))
  assert.deepEqual([state, reference, target], ['problem', 4.2, true])
})

test('high values of a question that asks for bad news are a problem, and low ones a strength', () => {
  const tooMuch: Question = { ...workload, text: 'I have too much work', high_is: 'bad' }
  const findings = report({ a: high, b: low }, { a: low, b: low }, tooMuch)
  assert.deepEqual(saidOf('a', 'level', findings), [
    'Ash: “I have too much work” is high: 4.1 of 5 (14 answers), clearly above the middle of the scale (3).',
  ])
  assert.equal(actionsOf('a', findings)[0].subject, 'workload')
  assert.deepEqual(saidOf('b', 'strength', findings), [
    'Workload is a strength in Birch (86% favourable): “I have too much work”.',
  ])
  assert.equal(actionsOf('b', findings).length, 0)
})

test('a neutral question is told to change and judged by nobody', () => {
  const findings = report({ a: low, b: high }, { a: high, b: high }, { ...workload, high_is: 'neutral' })
  assert.equal(saidOf('a', 'change', findings).length, 2)
  assert.ok(findings.every(({ kind }) => !['level', 'recommended_action', 'strength'].includes(kind)))
})

test('a statement is written in the language of its reader', () => {
  const findings = report({ a: low, b: high }, { a: high, b: high })
  const inGerman = findings
    .filter(({ teamId }) => teamId === 'a')
    .map(({ message }) => render(message!, 'de'))
  assert.deepEqual(inGerman, [
    'Ash: „Manageable“ wurde im Mittel mit 1,9 von 5 bewertet (14 Antworten; 95-Prozent-Intervall 1,5 bis 2,2).',
    'Ash: „Manageable“ ist niedrig: 1,9 von 5 (14 Antworten), klar unter der Mitte der Skala (3).',
    'Ash: „Manageable“ ist seit dem letzten Mal von 4,1 auf 1,9 gefallen.',
    'Ash: „Manageable“ liegt niedriger als bei allen anderen: 1,9 gegen 4,1.',
    'Ash: Vereinbaren, was wegfällt. „Manageable“ ist niedrig: 1,9 von 5 (14 Antworten), klar unter der Mitte der Skala (3). „Manageable“ ist seit dem letzten Mal von 4,1 auf 1,9 gefallen.',
  ])
})

test('figures of a question with a unit have it, as the reader writes it', () => {
  const slider: Question = { ...workload, type: 'slider', text: 'Focus', step: 1, unit: 'hours' }
  const saidIn = (unit: string, language: 'en' | 'de') =>
    report({ a: low, b: high }, { a: high, b: high }, { ...slider, unit })
      .filter(({ teamId, kind }) => teamId === 'a' && ['driver', 'level', 'change'].includes(kind))
      .map(({ message }) => render(message!, language))
  assert.deepEqual(saidIn(' hours ', 'en'), [
    'Ash: “Focus”: 1.9 of 5\u00a0hours on average (14 answers; 95% interval 1.5 to 2.2\u00a0hours).',
    'Ash: “Focus” is low: 1.9 of 5\u00a0hours (14 answers), clearly below the middle of the scale (3).',
    'Ash: “Focus” fell from 4.1\u00a0hours to 1.9\u00a0hours since last time.',
    'Ash: “Focus” is below everyone else: 1.9\u00a0hours against 4.1\u00a0hours.',
  ])
  assert.deepEqual(saidIn('%', 'de'), [
    'Ash: „Focus“: im Mittel 1,9 von 5\u00a0% (14 Antworten; 95-Prozent-Intervall 1,5 bis 2,2\u00a0%).',
    'Ash: „Focus“ ist niedrig: 1,9 von 5\u00a0% (14 Antworten), klar unter der Mitte der Skala (3).',
    'Ash: „Focus“ ist seit dem letzten Mal von 4,1\u00a0% auf 1,9\u00a0% gefallen.',
    'Ash: „Focus“ liegt niedriger als bei allen anderen: 1,9\u00a0% gegen 4,1\u00a0%.',
  ])
  assert.match(saidIn('%', 'en')[0], /1\.9 of 5% on average .* 1\.5 to 2\.2%/)
  // What an author writes is not a message.
  assert.match(saidIn('{n}', 'en')[0], /1\.9 of 5\u00a0\{n\} on average/)
})

test('what a team has tried is named, and another action comes first', () => {
  const tried = [
    { teamId: 'a', driver: 'workload', action: 'workload.stop_list', outcome: 'unclear' as const },
    { teamId: 'b', driver: 'workload', action: 'workload.work_limit', outcome: 'better' as const },
  ]
  const [action] = actionsOf('a', report({ a: low, b: high }, { a: high, b: high }, workload, { tried }))
  assert.match(action.statement, /Tried before: Agree on what to stop \(no clear effect\)\.$/)
  assert.notEqual((action.value as { action: { id: string } }).action.id, 'workload.stop_list')
})

const words = (measure: string, n: number, topics: Record<string, number>): Released<unknown> => ({
  measure,
  teamId: everyone,
  n,
  cells: [
    {
      n,
      topics: Object.fromEntries(
        Object.entries(topics).map(([id, people]) => [id, { people, negative: people, sum: 0, squares: 0 }]),
      ),
    },
  ],
})

test('requests of enough people are a problem by themselves, with what most of them name', () => {
  const of = (people: number) =>
    report({ a: high }, null, workload, {
      released: [
        words('asks', 60, { tools: people }),
        words('subtopics', 60, { 'tools/hardware': people }),
        words('phrases', 60, { 'tools|laptops that crash': people }),
      ],
    })
  const findings = of(25)
  assert.deepEqual(saidOf(null, 'level', findings), [
    '25 of 60 people who commented ask for something about tools and workplace (42%).',
  ])
  assert.deepEqual(saidOf(null, 'recommended_action', findings), [
    'Fix or replace the worst tool. 25 of 60 people who commented ask for something about tools and workplace (42%). Most often in complaints and requests: “laptops that crash” (25 people).',
  ])
  assert.deepEqual(of(4), [])
  assert.deepEqual(of(7), [], 'a few of those who wrote')
})

test('the same figures give the same report under other ids', () => {
  const renamed = reportOf({
    questions: [workload],
    released: figures({ c: low, d: high }),
    previous: [],
    teamNames: new Map([
      ['c', 'Ash'],
      ['d', 'Birch'],
    ]),
    seed: 'test',
  })
  assert.deepEqual(
    renamed.map(({ statement, value, interval }) => ({ statement, value, interval })),
    report({ a: low, b: high }, null).map(({ statement, value, interval }) => ({
      statement,
      value,
      interval,
    })),
  )
})

test('an eNPS goes by its name, and by its question where there are two', () => {
  const enps: Question = { id: 'recommend', type: 'enps', text: 'Would you recommend us?' }
  const second: Question = { id: 'lead', type: 'enps', text: 'Would you recommend your lead?' }
  const released = (values: readonly number[]): Released<unknown>[] => {
    const scores = [...new Set(values)]
    const counts = Object.fromEntries(
      scores.map((score) => [score, values.filter((one) => one === score).length]),
    )
    const sum = values.reduce((all, one) => all + one, 0)
    return [enps, second].map(({ id }) => ({
      measure: questionMeasure(id),
      teamId: everyone,
      n: values.length,
      cells: [{ n: values.length, counts, sum, comments: [] }],
    }))
  }
  const values = (detractors: number, passives: number, promoters: number): number[] => [
    ...new Array<number>(detractors).fill(3),
    ...new Array<number>(passives).fill(8),
    ...new Array<number>(promoters).fill(10),
  ]
  const said = (kind: string, questions: Question[], now: number[], before: number[] | null = null) =>
    saidOf(
      null,
      kind,
      report({}, null, enps, {
        questions,
        released: released(now),
        previous: before ? released(before) : [],
      }),
    )
  assert.deepEqual(said('level', [enps], values(20, 5, 2)), [
    'eNPS is low: −67 (27 answers), clearly below the middle of the scale (0).',
  ])
  assert.deepEqual(said('level', [enps], values(10, 10, 10)), [
    'eNPS is neither good nor bad: 0 (30 answers).',
  ])
  assert.deepEqual(said('change', [enps], values(2, 5, 20), values(20, 5, 2)), [
    'eNPS rose from −67 to +67 since last time.',
  ])
  assert.deepEqual(said('level', [enps, second], values(20, 5, 2)), [
    'eNPS of “Would you recommend us?” is low: −67 (27 answers), clearly below the middle of the scale (0).',
    'eNPS of “Would you recommend your lead?” is low: −67 (27 answers), clearly below the middle of the scale (0).',
  ])
})
