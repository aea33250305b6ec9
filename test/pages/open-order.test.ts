/** Which of the open surveys stands first on a home. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inOrder } from '../../web/home/open-order.ts'

type Survey = Parameters<typeof inOrder>[0][number] & { name: string }

const survey = (
  name: string,
  recipients: number,
  teams: readonly string[],
  closesAt = '2027-03-04T09:00:00Z',
) =>
  ({
    name,
    audience: {
      teams: teams.map((id) => ({ id, name: id })),
      more_teams: 1,
      people_by_name: 0,
      asks_you: null,
    },
    period: { closes_at: closesAt, response_summary: { recipients } },
  }) as unknown as Survey

const names = (open: readonly Survey[], team: Parameters<typeof inOrder>[1]): string[] =>
  inOrder(open, team).map(({ name }) => name)

const checkIn = survey('check-in', 66, ['engineering', 'support'], '2027-03-09T09:00:00Z')
const rota = survey('rota', 16, ['platform'])
const trip = survey('trip', 16, ['support'], '2027-03-03T09:00:00Z')

test('what asks most people comes first, and of two as large what closes first', () => {
  assert.deepEqual(names([rota, trip, checkIn], null), ['check-in', 'trip', 'rota'])
})

test('on the home of a team comes first what asks the team, or the team above it', () => {
  const everyone = survey('all', 80, [])
  const support = { id: 'support', parent_team_id: null }
  assert.deepEqual(names([everyone, rota, trip, checkIn], support), ['check-in', 'trip', 'all', 'rota'])
  const platform = { id: 'platform', parent_team_id: 'engineering' }
  assert.deepEqual(names([everyone, trip, rota, checkIn], platform), ['check-in', 'rota', 'all', 'trip'])
})
