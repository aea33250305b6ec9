/**
 * Each language addresses its readers in one way, in pages, messages, templates and the workspace (note 17 of docs/decisions). A text in the other form
 * is found by words that only that form has.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogueOf } from '../locales/catalogue.ts'
import { statementTables } from '../locales/statements/statements.ts'
import { templates } from '../src/templates/built-in.ts'
import { readPageTexts } from '../tools/page-texts.ts'

const word = (words: string): RegExp => new RegExp(`(?<![\\p{L}{])(?:${words})(?![\\p{L}}])`, 'iu')

/** Words that no text in the language's own form has, and a text that has one. */
const otherForms: Readonly<Record<string, readonly [RegExp, string]>> = {
  // Sie
  de: [
    word(
      'du|dich|dir|dein(?:e|er|en|em|es)?|euch|euer|eure[rnms]?|hast|bist|kannst|willst|möchtest|solltest|musst|darfst',
    ),
    'Kannst Du das?',
  ],
  // vous
  fr: [word('tu|toi|tes|tien|tienne'), 'Que penses-tu ?'],
  // usted
  es: [word('tú|tu|tus|ti|contigo|puedes|quieres|tienes'), 'Aquí puedes responder.'],
  // você
  pt: [word('tu|teu|tua|teus|tuas|contigo|podes|queres|tens'), 'A tua resposta'],
  // tu
  it: [/(?<=[\p{L},] )(?:Lei|Suo|Sua|Suoi|Sue)(?!\p{L})/u, 'Ecco la Sua risposta.'],
  // je
  nl: [word('u|uw|uzelf'), 'Bedankt voor uw antwoord.'],
}

const nouns = await readPageTexts()

const textsIn = (language: string): [string, string][] => [
  ...Object.entries(catalogueOf(language) ?? {}).flatMap(([part, table]) =>
    Object.entries(table).map(([key, text]): [string, string] => [`${part}.${key}`, text]),
  ),
  ...nouns.flatMap(({ noun, byLanguage }) =>
    Object.entries(byLanguage[language] ?? {}).map(([key, text]): [string, string] => [
      `${noun}.${key}`,
      text,
    ]),
  ),
  ...Object.entries(language === 'de' ? statementTables.de : {}),
  ...templates.map(({ id, translations }): [string, string] => [
    id,
    JSON.stringify(Object.entries(translations ?? {}).filter(([one]) => one === language)),
  ]),
]

for (const [language, [other, example]] of Object.entries(otherForms))
  test(`every text addresses its reader in the one form of its language: ${language}`, () => {
    const texts = textsIn(language)
    assert.ok(texts.length > 400)
    assert.match(example, other)
    assert.deepEqual(
      texts.filter(([, text]) => other.test(text)),
      [],
    )
  })
