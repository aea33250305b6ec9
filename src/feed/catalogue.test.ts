import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypeNames, eventTypes } from '../../contract/events.ts'

test('no type of event is about an answer, a respondent, a message or a figure but for quarters of the response rate', () => {
  const members = new Set(eventTypeNames.flatMap((type) => Object.keys(eventTypes[type].payload.properties)))
  assert.deepEqual([...members].toSorted(), [
    'action',
    'action_id',
    'application_id',
    'audit_event_id',
    'check_in_id',
    'check_in_instance_id',
    'client_id',
    'export_id',
    'grant_id',
    'kind',
    'member_id',
    'percent',
    'pulse_id',
    'reason',
    'reply_id',
    'round',
    'schedule_id',
    'secret_id',
    'state',
    'team_id',
    'webhook_id',
  ])
})
