/** What the server says of a number or a day that does not fit: what is wrong with it, and what is right. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { submitAndFollow } from '../../test/support/browse.ts'
import { openPulse } from '../../test/support/visit.ts'
import { newWorld } from '../../test/support/world.ts'

test('without script, a number or a day that does not fit is named, with what is right', async () => {
  const questions = [
    { id: 'hours', type: 'number', text: 'Hours?', min: 0, max: 100 },
    { id: 'noise', type: 'slider', text: 'Noise?', step: 10 },
    { id: 'when', type: 'date', text: 'When?', earliest: '2026-01-01', latest: '2026-12-31' },
  ]
  const world = await newWorld()
  const { urls } = await openPulse(world, { questions })
  const action = `${urls[0]}/answer`
  const faultsFor = async (sent: Record<string, string>) => {
    const { status, html } = await submitAndFollow(action, sent)
    assert.equal(status, 200, html.slice(0, 300))
    assert.match(html, /<details class="about folded" >/, 'what is wrong is on the first screen')
    return [...html.matchAll(/<p class="fault" id="\w+-fault">([^<]+)</g)].map(([, text]) => text)
  }
  assert.deepEqual(await faultsFor({ hours: '999.5', noise: '47', when: '2027-02-01' }), [
    '999.5 is too high. Enter a number between 0 and 100.',
    '47 is between two steps. From 0 to 100 in steps of 10.',
    '1 February 2027 is too late. Enter a date between 1 January 2026 and 31 December 2026.',
  ])
  assert.deepEqual(await faultsFor({ hours: '-3', when: '2025-12-31' }), [
    '-3 is too low. Enter a number between 0 and 100.',
    '31 December 2025 is too early. Enter a date between 1 January 2026 and 31 December 2026.',
  ])
  // What is neither a number nor a day is not repeated.
  for (const [hours, when] of [
    ['<b>', 'tomorrow'],
    ['1e999', '2026-13-45'],
    ['NaN', '9'],
  ])
    assert.deepEqual(await faultsFor({ hours, when }), [
      'Enter a number between 0 and 100.',
      'Enter a date between 1 January 2026 and 31 December 2026.',
    ])
})
