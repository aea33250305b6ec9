/** Sentences of a message follow each other as the reader's language writes them, in every form that channels give them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Mode, modes } from '../../contract/confidentiality.ts'
import { languages, textsOf } from '../../locales/catalogue.ts'
import { allNew, ordinaryInvitation } from '../../test/support/ordinary-invitation.ts'
import { contentOf, type Invitation } from '../delivery/invitation.ts'
import { messageCard } from './adaptive-card.ts'
import { cardText } from './card-text.ts'
import { emailBodyOf } from './email-page.ts'
import { homeView } from './slack-home.ts'
import { chatText } from './webhooks.ts'

const invitationIn = (language: string, mode: Mode): Invitation => ({
  ...ordinaryInvitation({ language, mode, policy: allNew }),
  round: 1,
  notCounted: textsOf('answering', language)('not_counted'),
})

/** What stands between tags is laid out by them, and lines of their own are no sentences after another. */
const linesOf = (html: string): string[] =>
  html.split(/<[^>]*>/).map((words) => words.replaceAll(/\s+/g, ' ').trim())

test('a full stop that brings its own room has no space after it, in any language and channel', () => {
  for (const [language, mode] of languages.flatMap((one) => modes.map((mode) => [one, mode] as const))) {
    const content = contentOf(invitationIn(language, mode))
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
