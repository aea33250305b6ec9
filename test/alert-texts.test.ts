/** What the page of alerts says about the detection holds. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harmKindsOf } from '../src/text/harm.ts'
import { phraseLanguages } from '../src/text/languages/tags.ts'
import { alertTexts } from '../web/alerts/alert-texts.ts'

for (const reader of ['en', 'de'] as const)
  test(`it names, in ${reader}, each language in which a sign of danger is known, and no other`, async () => {
    const { texts } = await alertTexts[reader]()
    const name = new Intl.DisplayNames(reader, { type: 'language' })
    const known = new Set<string>(['en', ...phraseLanguages])
    for (const language of ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ar', 'ja', 'hi'])
      assert.equal(texts.about_limits.includes(name.of(language)!), known.has(language), language)
  })

test('in each of them one is found', () => {
  const signs = {
    en: 'I want to kill myself.',
    de: 'Ich will mich umbringen.',
    fr: 'Je veux me suicider.',
    es: 'Quiero suicidarme.',
    pt: 'Quero me matar.',
  }
  for (const [language, text] of Object.entries(signs))
    assert.deepEqual(harmKindsOf(text), ['self_harm'], language)
})
