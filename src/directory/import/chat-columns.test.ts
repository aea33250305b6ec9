/** Columns of channels with an address: Microsoft Teams and SMS, beside others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newImports } from '../../../test/support/directory-imports.ts'

test('a column says who somebody is in Microsoft Teams, beside Slack and codes and without moving what was preferred', async () => {
  const { done, api, faults } = await newImports()
  const tenant = '11111111-2222-3333-4444-555555555555'
  const [one, other] = ['29:1abcDEF-ghi_jkl', '99999999-aaaa-bbbb-cccc-dddddddddddd'].map(
    (id) => `${tenant}/${id}`,
  )
  await done(`name,external_id,microsoft_teams,slack,code\nEda,teams-1,${one},U3Z,yes\nIda,teams-2,,,\n`)
  const channelsOf = async (id: string) =>
    (await api.get(`/api/members?external_id=${id}`)).body.members[0].channels
  const [slack, teams] = [
    { type: 'slack', address: 'U3Z' },
    { type: 'microsoft_teams', address: one },
  ]
  assert.deepEqual(await channelsOf('teams-1'), [slack, teams, { type: 'code' }])
  assert.deepEqual(await channelsOf('teams-2'), [])
  const { body: found } = await api.get('/api/members?external_id=teams-1')
  const preferred = [slack, { ...teams, preferred: true }]
  assert.equal((await api.patch(`/api/members/${found.members[0].id}`, { channels: preferred })).status, 200)
  const moved = await done(`external_id,microsoft_teams\nteams-1,${other}\nteams-2,${one}\n`)
  assert.deepEqual(moved.changes[0].fields, { microsoft_teams: { from: one, to: other } })
  assert.deepEqual(await channelsOf('teams-1'), [slack, { ...teams, address: other, preferred: true }])
  assert.deepEqual(await channelsOf('teams-2'), [teams])
  // The same file again, and one without the column, change nothing; an empty cell removes the address.
  assert.equal((await done(`external_id,microsoft_teams\nteams-1,${other}\nteams-2,${one}\n`)).unchanged, 2)
  assert.equal((await done('external_id,slack\nteams-1,U3Z\n')).unchanged, 1)
  await done('external_id,microsoft_teams\nteams-1,\n')
  assert.deepEqual(await channelsOf('teams-1'), [slack])
  for (const wrong of [
    'ada@acme.test',
    tenant,
    `${tenant}/ada`,
    `${tenant}/29:x y`,
    `x/${one}`,
    `${'a'.repeat(3000)}/${tenant}`,
  ])
    assert.deepEqual(
      await faults(`external_id,microsoft_teams\nteams-1,${wrong}\n`),
      ['/lines/2/microsoft_teams invalid'],
      wrong.slice(0, 40),
    )
})

test('a column has the number for SMS, however it is written, and a number without its country is a fault', async () => {
  const { done, api, faults } = await newImports()
  await done('name,external_id,sms,slack\nEda,sms-1,+49 (170) 123-4567,U3Z\nIda,sms-2,,\n')
  const channelsOf = async (id: string) =>
    (await api.get(`/api/members?external_id=${id}`)).body.members[0].channels
  const [slack, sms] = [
    { type: 'slack', address: 'U3Z' },
    { type: 'sms', address: '+491701234567' },
  ]
  assert.deepEqual(await channelsOf('sms-1'), [slack, sms])
  assert.deepEqual(await channelsOf('sms-2'), [])
  assert.equal((await done('external_id,sms\nsms-1,+491701234567\n')).unchanged, 1)
  const moved = await done('external_id,sms\nsms-1,+49 170 7654321\n')
  assert.deepEqual(moved.changes[0].fields, { sms: { from: '+491701234567', to: '+491707654321' } })
  for (const wrong of ['0170 1234567', 'mobile', '+49', '+49170123456789012'])
    assert.deepEqual(await faults(`external_id,sms\nsms-1,${wrong}\n`), ['/lines/2/sms invalid'], wrong)
  await done('external_id,sms\nsms-1,\n')
  assert.deepEqual(await channelsOf('sms-1'), [slack])
})
