/** Colours of pages for respondents: whatever an organisation chooses can be read. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  accentsOf,
  contrastInTexts,
  contrastMin,
  contrastOf,
  grounds,
  markContrastMin,
  ownAccents,
} from '../../contract/brand-colours.ts'

const themes = ['light', 'dark'] as const
const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('any colour has enough contrast for texts, on buttons, links and marks, in both themes', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      for (const theme of themes) {
        const { accent, fill, onFill, tint } = accentsOf(colour)[theme]
        const { ground, surface, text, quiet } = grounds[theme]
        for (const [one, other] of [
          [onFill, fill],
          [accent, ground],
          [accent, surface],
          [accent, tint],
          [text, tint],
          [quiet, tint],
        ])
          assert.ok(contrastOf(one, other) >= contrastMin, `${theme} ${colour}: ${one} on ${other}`)
      }
    }),
    { seed: 84, numRuns: 5_000, examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#0000ff'], ['#777777']] },
  )
})

test('what is filled in the dark stands out from its card, on pages and in e-mails, and its text can be read', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const { fill, onFill } = accentsOf(colour).dark
      assert.ok(contrastOf(fill, grounds.dark.surface) >= markContrastMin, colour)
      assert.ok(contrastOf(onFill, fill) >= contrastMin, colour)
    }),
    { seed: 85, numRuns: 2_000, examples: [['#000000'], ['#1c1c22'], ['#4f46e5']] },
  )
  assert.equal(accentsOf('#ffcc00').dark.fill, '#ffcc00')
})

test('what is pale is filled with the colour of texts, what is vivid as it was chosen, and what is dark keeps its hue in the dark', () => {
  for (const pale of ['#f2f2f2', '#ffffff', '#b0b0b0', '#ffe0e0', '#fff3a0', '#d9f99d']) {
    const { accent, fill } = accentsOf(pale).light
    assert.equal(fill, accent, pale)
  }
  for (const vivid of ['#ffcc00', '#a3e635', '#00e5ff', '#4f46e5', '#0b1f4b'])
    assert.equal(accentsOf(vivid).light.fill, vivid)
  const [red, , blue] = [1, 3, 5].map((at) =>
    Number.parseInt(accentsOf('#0b1f4b').dark.fill.slice(at, at + 2), 16),
  )
  assert.ok(blue - red >= 60, accentsOf('#0b1f4b').dark.fill)
})

test('a colour that can be read stays as it was chosen, and contrast is that of WCAG', () => {
  assert.equal(accentsOf('#4f46e5').light.accent, '#4f46e5')
  assert.equal(accentsOf('#ffcc00').dark.accent, '#ffcc00')
  assert.notEqual(accentsOf('#ffcc00').light.accent, '#ffcc00')
  assert.equal(contrastOf('#ffffff', '#000000'), 21)
  // The grey that is known to pass by a hair.
  assert.ok(Math.abs(contrastOf('#767676', '#ffffff') - 4.54) < 0.01)
})

test('the grounds that colours are held against are those of the pages', async () => {
  const styles = await readFile(new URL('../../web/respond/respond.css', import.meta.url), 'utf8')
  for (const part of ['ground', 'surface', 'text', 'quiet'] as const)
    assert.ok(styles.includes(`--${part}: light-dark(${grounds.light[part]}, ${grounds.dark[part]});`), part)
  const { light, dark } = ownAccents
  for (const [part, name] of [
    ['accent', 'accent'],
    ['fill', 'fill'],
    ['onFill', 'on-fill'],
  ] as const)
    assert.ok(styles.includes(`--${name}: light-dark(${light[part]}, ${dark[part]});`), name)
})

test('the contrast that is told of a colour says whether texts have it as it was chosen', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      for (const theme of ['light', 'dark'] as const)
        assert.equal(
          contrastInTexts(colour, theme) >= contrastMin,
          accentsOf(colour)[theme].accent === colour,
        )
    }),
    { seed: 86, numRuns: 2_000, examples: [['#4f46e5'], ['#ffcc00'], ['#000000']] },
  )
})
