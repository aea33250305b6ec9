/** What a card of an action says of its finding. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstSentenceOf } from '../../web/actions/first-sentence.ts'

test('the first sentence of a finding ends before the figure that the next one begins with', () => {
  assert.equal(
    firstSentenceOf(
      '11 people mention tools, all of them negatively. 11 of 46 people who commented ask for something about tools (24%).',
      'en',
    ),
    '11 people mention tools, all of them negatively.',
  )
  assert.equal(
    firstSentenceOf(
      '11 Personen erwähnen „Arbeitsmittel“, alle davon negativ. 11 von 46 Personen mit Kommentar bitten um etwas.',
      'de',
    ),
    '11 Personen erwähnen „Arbeitsmittel“, alle davon negativ.',
  )
})

test('neither a decimal nor an abbreviation ends a sentence', () => {
  for (const [text, language] of [
    ['“Tools” is low: 2.1 of 5 (14 answers); the middle is 3.', 'en'],
    ['„Werkzeuge“ ist niedrig, d. h. unter 3.', 'de'],
    ['„Klarheit“ liegt bei ca. 3 von 5.', 'de'],
  ])
    assert.equal(firstSentenceOf(text, language), text)
})
