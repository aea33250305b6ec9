import assert from 'node:assert/strict'
import { test } from 'node:test'
import { driverIds as contractIds } from '../../contract/drivers.ts'
import { driverIds, drivers } from './driver-taxonomy.ts'
import { driversOf, driversOfAnswer } from './drivers.ts'

const cases: [string, string[]][] = [
  ['There is simply too much work for three of us', ['workload']],
  ['The deadlines are impossible', ['workload']],
  ['I am close to burning out', ['wellbeing']],
  ['It is unclear who decides', ['clarity']],
  ['Priorities change every week', ['clarity']],
  ['My laptop takes ten minutes to start', ['tools']],
  ['I am bored, my skills are wasted', ['strengths_use']],
  ['Nobody ever notices our effort and I feel taken for granted', ['recognition']],
  ['My manager has no time for one-on-ones', ['workload', 'manager_support']],
  ['I see no way to get promoted', ['growth']],
  ['They do not listen to us', ['voice']],
  ['I want my work to make a difference', ['purpose']],
  ['My colleagues are the best part of the day', ['peers']],
  ['I hardly ever get feedback', ['feedback_progress']],
  ["I'm being micromanaged", ['manager_support', 'autonomy']],
  ['Let us work from home on Fridays', ['flexibility']],
  ['My salary is below the market', ['pay']],
  ['Senior leadership does not explain the reorganisation', ['leadership_change']],
  ['Too many meetings', ['meetings_process']],
  ['Promotions go to favourites, it is unfair', ['growth', 'fairness_inclusion']],
  ['Health insurance is poor', ['pay']],
  ['In my opinion we walk to lunch too early, of course', []],
  ['constructor __proto__ toString', []],
  ['', []],
]
for (const [clause, expected] of cases) {
  test(`drivers of ${JSON.stringify(clause)}: ${expected.join(', ') || 'none'}`, () =>
    assert.deepEqual(driversOf(clause), expected))
}

test('there are 18 drivers with definitions, sources and phrases that name them', () => {
  assert.equal(new Set(driverIds).size, 18)
  assert.deepEqual(driverIds, contractIds)
  for (const { id, name, definition, sources, phrases } of drivers) {
    assert.ok(name && definition && sources.length > 0 && phrases.length >= 25, id)
    for (const [phrase, weight] of phrases) {
      if (weight >= 1) assert.ok(driversOf(phrase).includes(id), `${id}: ${phrase}`)
    }
  }
})

test('an answer names the drivers of all its clauses', () => {
  assert.deepEqual(driversOfAnswer('Great colleagues, but the pay is low. Meetings all day.'), [
    'peers',
    'pay',
    'meetings_process',
  ])
})

test('repeating a weak word does not make a driver of it', () => {
  assert.deepEqual(driversOf('busy '.repeat(200)), [])
})
