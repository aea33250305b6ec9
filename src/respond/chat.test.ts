/** What a chat keeps of somebody's answers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modes } from '../../contract/confidentiality.ts'
import { textsOf } from '../../locales/catalogue.ts'
import type { LinkContext } from '../collection/collection.ts'
import { changeLink } from './chat.ts'

test('the way to somebody’s own answers is in a chat only where answers have names anyway', () => {
  const text = textsOf('messages', 'en')
  const linkIn = (mode: (typeof modes)[number]) =>
    changeLink('https://sonde.example', { context: { mode } as LinkContext, receipt: 'abc', text })
  assert.deepEqual(Object.fromEntries(modes.map((mode) => [mode, linkIn(mode)?.url ?? null])), {
    anonymous: null,
    confidential: null,
    attributed: 'https://sonde.example/receipts/abc',
  })
})
