/** Taking back that suggestions were accepted, for each of several teams. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepsBack } from '../../web/actions/taking-back.ts'

const suggested = (id: string) => ({ id, state: 'suggested' as const, owner_member_id: null, due_on: null })
const accepted = (id: string) => ({
  id,
  state: 'accepted' as const,
  owner_member_id: 'mem_ada',
  due_on: '2027-01-08',
})

test('what was accepted here gets its owner and day of before', () => {
  const steps = stepsBack([accepted('act_1'), accepted('act_2')], [suggested('act_1'), suggested('act_2')])
  assert.deepEqual(
    steps.map(({ action, body }) => [action.id, body]),
    ['act_1', 'act_2'].map((id) => [id, { state: 'suggested', owner_member_id: null, due_on: null }]),
  )
})

test('what somebody else had accepted before stays', () => {
  const steps = stepsBack([accepted('act_1'), accepted('act_2')], [accepted('act_1'), suggested('act_2')])
  assert.deepEqual(
    steps.map(({ action }) => action.id),
    ['act_2'],
  )
})

test('what was accepted on another visit stays', () => {
  assert.deepEqual(stepsBack([accepted('act_1'), suggested('act_2')], []), [])
})
