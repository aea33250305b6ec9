/** Sentences of a message follow each other as the reader's language writes them, in every form that channels give them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages, textsOf } from '../../locales/catalogue.ts'
import { contentOf, type Invitation } from '../delivery/invitation.ts'
import { messageCard } from './adaptive-card.ts'
import { cardText } from './card-text.ts'
import { emailBodyOf } from './email-page.ts'
import { homeView } from './slack-home.ts'
import { chatText } from './webhooks.ts'

const invitationIn = (language: string): Invitation => {
  const promise = textsOf('promise', language)
  return {
    language,
    round: 1,
    isToEveryone: true,
    name: 'Gudrun Thorsen',
    title: '今週はいかがでしたか',
    description: null,
    organisation: 'Acme Industries',
    colour: null,
    questionCount: 5,
    minutes: 2,
    mode: 'confidential',
    promise: promise('confidential', { k_score: 5 }),
    url: 'https://surveys.acme.example/r/x',
    closesAt: '2026-12-23T16:00:00Z',
    timeZone: 'Europe/Berlin',
    question: null,
  }
}

/** What stands between tags is laid out by them, and lines of their own are no sentences after another. */
const linesOf = (html: string): string[] =>
  html.split(/<[^>]*>/).map((words) => words.replaceAll(/\s+/g, ' ').trim())

test('a full stop that brings its own room has no space after it, in any language and channel', () => {
  for (const language of languages) {
    const content = contentOf(invitationIn(language))
    const { text, html } = emailBodyOf(content)
    const { title, until, promise, personal, button: label, url } = content
    const home = homeView({
      title,
      note: '',
      surveys: [{ title, until, promise, personal, link: { label, url } }],
    })
    const card = messageCard(content, null)
    for (const said of [text, ...linesOf(html), JSON.stringify([chatText(content), card, home])])
      assert.doesNotMatch(said, /[。！？] +\S/u, language)
    // In Japanese the deadline is no sentence.
    const ends =
      language === 'ja' ? `${until} ${personal}${content.reason}` : `${until} ${personal} ${content.reason}`
    assert.ok(JSON.stringify(card).includes(JSON.stringify(cardText(ends)).slice(1, -1)), language)
  }
})
