/** The promise in an e-mail: whether names are stored is told at a glance, and a text in Japanese leaves no single character on a line. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages, textsOf } from '../../locales/catalogue.ts'
import { contentOf, type Invitation } from '../delivery/invitation.ts'
import { emailBodyOf } from './email-page.ts'

const invitation: Invitation = {
  language: 'en',
  round: 0,
  isToEveryone: true,
  name: 'Gudrun Thorsen',
  title: 'How was your week?',
  description: null,
  organisation: 'Acme Industries',
  colour: null,
  questionCount: 5,
  minutes: 2,
  mode: 'anonymous',
  promise: 'Results are shown only for groups of 5 or more.',
  url: 'https://surveys.acme.example/r/x',
  closesAt: '2026-12-23T16:00:00Z',
  timeZone: 'Europe/Berlin',
  question: null,
}

const bodyOf = (more: Partial<Invitation>) => emailBodyOf(contentOf({ ...invitation, ...more }))

test('a confidential invitation says that the name is stored, an anonymous one that it is not, each in a band of its own', () => {
  for (const language of languages) {
    const say = textsOf('messages', language)
    const words = { anonymous: say('stored_anonymous'), confidential: say('stored_confidential') }
    assert.notEqual(words.anonymous, words.confidential)
    const bands = (['anonymous', 'confidential', 'attributed'] as const).map((mode) => {
      const { text, html } = bodyOf({ language, mode })
      for (const [of, line] of Object.entries(words))
        assert.equal(text.includes(line), of === mode, `${language} ${mode}: ${line}`)
      const [, name, ground] = /<td\s+class="(nameless|stored|strip)"\s+bgcolor="(#[0-9a-f]{6})"/.exec(html)!
      if (mode !== 'attributed') assert.ok(html.includes(words[mode]))
      return `${name} ${ground}`
    })
    assert.equal(new Set(bands).size, 3, language)
  }
})

test('the end of a text in Japanese holds together, and lines end after phrases where a program knows them', () => {
  const promise = '結果は5人以上のグループについてのみ表示され、お名前と一緒に表示されることはありません。'
  const { html, text } = bodyOf({ language: 'ja', promise })
  assert.ok(text.includes(promise))
  assert.match(html, /ことはあ<span style="white-space:nowrap"\s*>りません。<\/span/)
  assert.match(html, /word-break:auto-phrase/)
  const english = bodyOf({ language: 'ja', promise: invitation.promise }).html
  assert.ok(english.includes(invitation.promise), 'what has spaces is left as it is')
  assert.doesNotMatch(bodyOf({}).html, /auto-phrase|nowrap/)
})
