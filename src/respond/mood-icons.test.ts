/** The five faces of a mood: each a drawing of its own, so that they are told apart without colour. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browse } from '../../test/support/browse.ts'
import { openPulse } from '../../test/support/visit.ts'
import { newWorld } from '../../test/support/world.ts'

test('the five faces of a mood are five drawings, by their lines alone', async () => {
  const { urls } = await openPulse(await newWorld(), {
    questions: [{ id: 'mood', type: 'mood', text: 'How was your week?' }],
  })
  const { html } = await browse(urls[0])
  const options = /data-question="mood"[^]*?<\/fieldset>/.exec(html)![0]
  const faces = [...options.matchAll(/<svg[^]*?<\/svg>/g)].map(([svg]) => svg)
  assert.equal(faces.length, 5)
  // Where lines go, and neither what fills them nor in which colour.
  const lines = faces.map((svg) => [...svg.matchAll(/<path d="([^"]+)"/g)].map(([, d]) => d).join(' '))
  for (const [at, one] of lines.entries()) {
    assert.match(one, /^M/)
    assert.deepEqual(
      lines.slice(at + 1).filter((other) => other === one),
      [],
      `face ${at + 1} is there once`,
    )
  }
})
