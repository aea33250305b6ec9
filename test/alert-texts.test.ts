/** What the page of alerts and the guide say about the detection holds. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { harmKindsOf } from '../src/text/harm.ts'
import { phraseLanguages } from '../src/text/languages/tags.ts'
import { alertTexts } from '../web/alerts/alert-texts.ts'

const known = new Set<string>(['en', ...phraseLanguages])

function assertNamesThem(text: string, reader: string): void {
  const name = new Intl.DisplayNames(reader, { type: 'language' })
  for (const language of ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ar', 'ja', 'hi'])
    assert.equal(text.includes(name.of(language)!), known.has(language), language)
}

for (const reader of ['en', 'de'] as const)
  test(`it names, in ${reader}, each language in which a sign of danger is known, and no other`, async () => {
    const { texts } = await alertTexts[reader]()
    assertNamesThem(texts.about_limits, reader)
  })

test('the guide names them as well', () => {
  const guide = readFileSync(new URL('../docs/guides/actions.md', import.meta.url), 'utf8')
  const sentence = /Signs of danger are known in[^.]*\./.exec(guide)
  assert.ok(sentence)
  assertNamesThem(sentence[0], 'en')
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
