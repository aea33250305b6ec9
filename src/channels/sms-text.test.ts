/** Texts of telephones: how many parts they are sent in, in every language. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '../../locales/catalogue.ts'
import { contentOf, type Invitation } from '../delivery/invitation.ts'
import type { Language } from '../language.ts'
import { partsOf, smsText } from './sms-text.ts'

// As long as a link of the service is at an address of usual length.
const link = `https://surveys.acme.example/r/${'0'.repeat(26)}.${'a'.repeat(40)}`

const invitation = (language: Language, more: Partial<Invitation> = {}): Invitation => ({
  language,
  round: 0,
  isToEveryone: true,
  name: 'Gudrun Thorsen',
  title: 'How was your week?',
  description: 'Words of the author, which a text message has no room for.',
  organisation: 'Acme Industries',
  colour: null,
  questionCount: 5,
  minutes: 2,
  mode: 'anonymous',
  call: null,
  promise: { sentence: 'Nobody sees who answered what.', parts: null },
  url: link,
  closesAt: '2026-12-23T16:00:00Z',
  timeZone: 'Europe/Berlin',
  question: null,
  ...more,
})

const textOf = (language: Language, more: Partial<Invitation> = {}): string =>
  smsText(contentOf(invitation(language, more)))

const partsIn = (text: string): number => partsOf(text).parts

test('a text is counted in parts as networks send it', () => {
  const counted: [string, number][] = [
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    // A sign of the extension takes the room of two.
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['é'.repeat(160), 1],
    // One letter outside of the alphabet makes all of it UCS-2.
    [`á${'a'.repeat(69)}`, 1],
    [`á${'a'.repeat(70)}`, 2],
    ['😀'.repeat(35), 1],
    ['😀'.repeat(36), 2],
  ]
  for (const [text, parts] of counted) assert.equal(partsIn(text), parts, text)
})

test('an invitation says who asks, about what, until when, where, and how to unsubscribe', () => {
  assert.equal(
    textOf('en'),
    `Acme Industries asks: How was your week?\nOpen until 23 Dec, 17:00 CET\n${link}\nYou can unsubscribe there.`,
  )
  assert.equal(textOf('en', { closesAt: null }).split('\n').length, 3)
})

test('a reminder says that it is one, and that everyone gets it where everyone does', () => {
  assert.match(
    textOf('en', { round: 1 }),
    /^Reminder from Acme Industries to everyone: How was your week\?\n/,
  )
  assert.match(
    textOf('en', { round: 1, isToEveryone: false }),
    /^Reminder from Acme Industries: How was your week\?\n/,
  )
})

/** Arabic, Japanese and Hindi are not in the alphabet of GSM. */
const maxOf = (language: Language): number => (['ar', 'ja', 'hi'].includes(language) ? 3 : 2)

test('in every language a text has two parts, or three where its script needs them, in every month', (t) => {
  for (const language of languages)
    for (const round of [0, 1])
      for (let month = 1; month <= 12; month++) {
        const closesAt = `2026-${String(month).padStart(2, '0')}-26T16:00:00Z`
        const text = textOf(language, { round, title: 'Pulse 12', closesAt })
        const parts = partsIn(text)
        if (month === 12)
          t.diagnostic(
            `${language}, ${parts} parts, ${text.length} characters: ${text.replaceAll('\n', ' | ')}`,
          )
        assert.ok(parts <= maxOf(language), `${language}, month ${month}: ${text}`)
        const [request, until, url, unsubscribe] = text.split('\n')
        assert.ok(request.includes('Pulse 12') && request.includes('Acme Industries'), text)
        assert.match(until, /26/)
        assert.equal(url, link, 'the link is on its own line')
        // In an Arabic reminder there is no room for it; the page of the link has it as well.
        if (round === 0 || language !== 'ar') assert.ok(unsubscribe?.length > 5, text)
      }
})

test('a long title is cut until the text is short enough, and the link never is', () => {
  const title = 'How do the people of our four sites work together since the move? '.repeat(4).trim()
  for (const language of languages)
    for (const round of [0, 1]) {
      const text = textOf(language, { round, title })
      assert.ok(partsIn(text) <= maxOf(language), `${language}: ${text}`)
      assert.match(text, /How do the p/)
      assert.ok(text.includes('...'), language)
      assert.ok(text.split('\n').includes(link))
    }
})

test('typographic signs do not make a text dearer, and line breaks in names make no lines', () => {
  const text = textOf('en', { title: '“Tools” – what’s\nmissing…', organisation: 'Acme\u00a0Ltd' })
  assert.match(text, /^Acme Ltd asks: "Tools" - what's missing\.\.\.\n/)
  assert.equal(text.split('\n').length, 4)
  assert.equal(partsIn(text), 2)
})

test('letters stay as they are, whole ones, where a title is cut', () => {
  const text = textOf('es', { title: '¿Cómo está el ánimo en la organización? '.repeat(5).trim() })
  assert.match(text, /Cómo está/)
  const family = textOf('en', { title: '👨‍👩‍👧‍👦'.repeat(40) })
  assert.match(family, /: (?:👨‍👩‍👧‍👦)+\.\.\.\n/u)
})
