import assert from 'node:assert/strict'
import { test } from 'node:test'
import { driverIds } from '../../../contract/drivers.ts'
import { subtopicIds } from '../../text/text.ts'
import { actionsFor, catalogueFrom } from './action-catalogue.ts'

const efforts = ['small', 'medium', 'large']

test('every driver has four to six actions, from small to large, with all fields filled in', () => {
  for (const driver of driverIds) {
    const own = actionsFor(driver)
    const order = own.map(({ effort }) => efforts.indexOf(effort))
    assert.ok(own.length >= 4 && own.length <= 6, driver)
    assert.deepEqual(order, order.toSorted(), driver)
    assert.deepEqual(new Set(order), new Set([0, 1, 2]), driver)
    for (const action of own)
      assert.ok(
        Object.values(action).every((value) => value.length > (typeof value === 'string' ? 2 : 0)),
        action.id,
      )
  }
})

test('no two actions share an id, and an id begins with its driver', () => {
  const all = driverIds.flatMap(actionsFor)
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
  assert.ok(all.every(({ id, driver }) => id.startsWith(`${driver}.`)))
})

test('a catalogue that lacks a driver or a field is refused, with the place of each fault', () => {
  const entry = {
    id: 'rest',
    title: 'Rest',
    title_de: 'Ruhe',
    owner_role: 'team',
    effort: 'small',
    measure: 'Rested',
    measure_de: 'Erholt',
  }
  const text = JSON.stringify({ version: '1', actions: { pay: [entry, entry, entry, entry] } })
  assert.throws(
    () => catalogueFrom(text),
    /required property 'workload'.*pay\/0 must have required property 'first_step'/,
  )
})

test('the topics of actions are parts of their driver', () => {
  const topics = driverIds.flatMap((driver) =>
    actionsFor(driver).flatMap((action) => (action.topics ?? []).map((topic) => `${driver}/${topic}`)),
  )
  const parts = new Set<string>(subtopicIds)
  assert.deepEqual(
    topics.filter((topic) => !parts.has(topic)),
    [],
  )
})
