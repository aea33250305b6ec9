/** Which comments stand on a slide: released ones alone, those that the report quotes first, and none beside many themes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redact } from '../../src/text/redact.ts'
import { quotesFor, withoutGaps } from '../../web/results/quotes.ts'
import type { Theme } from '../../web/themes/theme.ts'

const theme = (...quotes: string[]): Theme => ({ quotes }) as unknown as Theme
const figure = (...comments: string[]) => ({ comments })

test('what the report quotes comes first, then other released comments, three at most', () => {
  const figures = [figure('Too many pages.', 'Good week.', 'Fine.', 'Calm.'), {}]
  assert.deepEqual(quotesFor([theme('Calm.')], figures), ['Calm.', 'Too many pages.', 'Good week.'])
})

test('what is not released with the group is on no slide, nor what is too long to be read there', () => {
  assert.deepEqual(quotesFor([theme('Withdrawn.')], [figure('x'.repeat(200), 'Short.')]), ['Short.'])
  assert.deepEqual(quotesFor([theme('Withdrawn.')], []), [])
})

test('beside many themes there is no room', () => {
  assert.deepEqual(quotesFor([theme('A.'), theme(), theme()], [figure('A.')]), [])
})

test('a comment of which something was removed is on no slide, even if there is no other', () => {
  const masked = [
    'Call me on +47 22 33 44 55.',
    'Ask Grace about it.',
    'Write to grace@example.com.',
    'It is on https://example.com/page.',
    'Ticket 481516 is still open.',
    'Thanks to @grace for it.',
    'I live at 12 Baker Street.',
  ].map((text) => redact(text, ['Grace Hopper']))
  assert.deepEqual(
    masked.map((text) => /\[\w+\]/.exec(text)?.[0]),
    ['[phone]', '[name]', '[email]', '[link]', '[number]', '[mention]', '[address]'],
  )
  assert.deepEqual(withoutGaps(masked), [])
  assert.deepEqual(quotesFor([theme(masked[0], 'Calm.')], [figure(...masked, 'Calm.', 'Good [sic] week.')]), [
    'Calm.',
    'Good [sic] week.',
  ])
  assert.deepEqual(quotesFor([theme(masked[0])], [figure(...masked)]), [])
})
