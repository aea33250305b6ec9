/** Which pages are offered where there is none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likelyPlaces } from '../../web/shell/likely-places.ts'

const places = [
  { to: '/app', label: 'Home' },
  { to: '/app/surveys', label: 'Surveys' },
  { to: '/app/insights', label: 'Insights' },
  { to: '/app/directory', label: 'Directory' },
  { to: '/app/settings/people', label: 'Users' },
  { to: '/app/settings/slack', label: 'Slack' },
  { to: '/developers/webhooks', label: 'Webhooks' },
]

const cases: [address: string, first: string | undefined][] = [
  ['/app/survey', '/app/surveys'],
  ['/app/insigths', '/app/insights'],
  ['/developers/webhook', '/developers/webhooks'],
  ['/app/settings/poeple', '/app/settings/people'],
  ['/app/pulses/pls_01m8p4q626f689bb7htpmm4nch/results', '/app/surveys'],
  ['/app/check-ins/chk_01m8p4q626f689bb7htpmm4nch/edit', '/app/surveys'],
  ['/app/directory?member=mem_01m8p4q626f689bb7htpmm4nch', '/app/directory'],
  ['/app/xyz', undefined],
  ['/app', undefined],
]

for (const [address, first] of cases)
  test(`at ${address} the likeliest page is ${first ?? 'none'}`, () => {
    assert.equal(likelyPlaces(address, places)[0]?.to, first)
  })

test('at most three pages are likely', () => {
  const many = Array.from({ length: 9 }, (_none, i) => ({ to: `/app/surveys${i}`, label: 'Surveys' }))
  assert.equal(likelyPlaces('/app/survey', many).length, 3)
})
