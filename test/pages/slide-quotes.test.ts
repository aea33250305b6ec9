/** Which comments stand on a slide: released ones alone, those that the report quotes first, and none beside many themes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quotesFor } from '../../web/results/quotes.ts'
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
