/** Surveys that are sent by e-mail. */
import assert from 'node:assert/strict'
import type { Running } from './start.ts'
import { type Client, links, newWorld, pulseDraft } from './world.ts'

/** An open pulse for `count` people, delivered by e-mail (and by link, to compare). */
export async function openMailed(running: Running, name: string, count: number, more: object = {}) {
  const world = await newWorld({ running })
  const author: Client = await world.user()
  const team = await world.team(name, count)
  const draft = pulseDraft([team.id], {
    channels: ['email', 'link'],
    confidentiality: { mode: 'attributed' },
    title: 'Größe – what now?',
    ...more,
  })
  const { body } = await author.post('/api/pulses', draft)
  const path = `/api/pulses/${body.id}`
  const opened = await author.post(`${path}/open`)
  assert.equal(opened.status, 200, JSON.stringify(opened.body))
  return { author, path, links: await links(author, path), organisationId: world.organisationId, world }
}
