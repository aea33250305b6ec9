import assert from 'node:assert/strict'
import { test } from 'node:test'
import { driverIds } from '../../contract/drivers.ts'
import { driversOfClauses } from './drivers.ts'
import { type SubtopicId, subtopicIds, subtopicsOf } from './subtopics.ts'

const cases: [clause: string, parts: SubtopicId[]][] = [
  ['My laptop takes ten minutes to start', ['tools/hardware']],
  ['The software crashes every day', ['tools/software']],
  ['The office is too noisy', ['tools/workplace']],
  ['My salary is below the market', ['pay/salary']],
  ['The dental plan was cut', ['pay/benefits']],
  ['More training, please', ['growth/training']],
  ['I see no way to get promoted', ['growth/career']],
  ['We are short staffed', ['workload/staffing']],
  ['Let us work from home on Fridays', ['flexibility/remote']],
  ['It takes months to fill a vacancy', ['hiring/vacancies', 'hiring/speed']],
  ['Too many meetings', ['meetings_process/meetings']],
  ['My manager never answers emails', ['lead_communication/answers']],
  ['I walk to lunch too early', []],
]
for (const [clause, parts] of cases) {
  test(`parts of ${JSON.stringify(clause)}: ${parts.join(', ') || 'none'}`, () =>
    assert.deepEqual(subtopicsOf(clause, driversOfClauses([clause])[0]), parts))
}

test('a part counts only beside its driver', () => {
  assert.deepEqual(subtopicsOf('The hours are flexible', ['tools']), [])
  assert.deepEqual(subtopicsOf('The hours are flexible', []), [])
  assert.deepEqual(subtopicsOf('The hours are flexible', ['flexibility']), ['flexibility/hours'])
})

test('every driver has from two to five parts', () => {
  const driverOf = (id: SubtopicId): string => id.split('/')[0]
  const counts = Map.groupBy(subtopicIds, driverOf)
  assert.deepEqual([...counts.keys()].toSorted(), [...driverIds].toSorted())
  for (const [driver, { length }] of counts) assert.ok(length >= 2 && length <= 5, driver)
})
