/** What the style sheets of the answer page may ask, so that a tap costs a slow phone no more than what it changes. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

test('no rule for parts of the page asks by :has() what the whole page has: each tap would restyle all of it', () => {
  for (const name of ['respond.css', 'visit.css']) {
    const lines = readFileSync(new URL(`../../web/respond/${name}`, import.meta.url), 'utf8').split('\n')
    const asking = lines
      .map((line) => line.trim())
      .filter((line) => /(?:^|\s)(?:html|body|main)(?::not\()?:has\(|^:has\(/.test(line))
      // A rule for the root itself restyles the root alone.
      .filter((line) => !/^html:has\([^ ]*\) \{$/.test(line))
    assert.deepEqual(asking, [], name)
  }
})
