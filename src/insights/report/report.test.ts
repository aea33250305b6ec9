import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Question } from '../../../contract/questions.ts'
import { everyone, questionMeasure } from '../../cells/cells.ts'
import { type Released } from '../../confidentiality/confidentiality.ts'
import { reportOf } from './report.ts'

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

const report = (now: Record<string, number[]>, before: Record<string, number[]> | null) =>
  reportOf({
    questions: [workload],
    released: figures(now),
    previous: before ? figures(before) : [],
    teamNames: new Map([
      ['a', 'Ash'],
      ['b', 'Birch'],
    ]),
    seed: 'test',
  })

const statementOf = (team: string, findings: ReturnType<typeof report>): string =>
  findings.find((one) => one.teamId === team && one.kind === 'driver')!.statement

const actionsOf = (team: string, findings: ReturnType<typeof report>) =>
  findings.filter((one) => one.teamId === team && one.kind === 'recommended_action')

test('a fall is compared with last time and with the others, and leads to an action', () => {
  const findings = report({ a: low, b: high }, { a: high, b: high })
  assert.equal(
    statementOf('a', findings),
    'Ash: “Manageable” scored 1.86 out of 5, below last time (4.14), below the others (4.14).',
  )
  assert.equal(actionsOf('a', findings)[0].subject, 'workload')
  assert.equal(actionsOf('b', findings).length, 0)
})

test('a team that is as far below the others as last time still gets an action', () => {
  const findings = report({ a: low, b: high }, { a: low, b: high })
  assert.equal(
    statementOf('a', findings),
    'Ash: “Manageable” scored 1.86 out of 5, below the others (4.14); not enough data to tell it from last time.',
  )
  const [action] = actionsOf('a', findings)
  assert.equal((action.value as { confidence: string }).confidence, 'high')
  assert.deepEqual((action.evidence[0] as { comparison: unknown }).comparison, {
    to: 'organisation',
    value: 4.142857142857143,
  })
})

test('where nothing differs there is no change and no action', () => {
  const findings = report({ a: high, b: high }, { a: high, b: high })
  assert.ok(findings.every(({ kind }) => kind !== 'recommended_action'))
  assert.ok(statementOf('a', findings).endsWith('not enough data to tell it from last time.'))
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
