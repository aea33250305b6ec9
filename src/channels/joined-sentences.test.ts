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

const invitationIn = (language: string, mode: Mode, round: number): Invitation => ({
  ...ordinaryInvitation({ language, mode, policy: allNew }),
  round,
  call: round === 0 ? null : { closes: 'today', isLast: true },
  notCounted: textsOf('answering', language)('not_counted'),
})

/** What is between tags is laid out by them, and lines of their own are no sentences after another. */
const linesOf = (html: string): string[] =>
  html.split(/<[^>]*>/).map((words) => words.replaceAll(/\s+/g, ' ').trim())

test('a full stop that brings its own room has no space after it, in any language and channel', () => {
  const all = languages.flatMap((one) =>
    modes.flatMap((mode) => [0, 1].map((round) => [one, mode, round] as const)),
  )
  for (const [language, mode, round] of all) {
    const content = contentOf(invitationIn(language, mode, round))
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
    const gap = language === 'ja' ? '' : ' '
    // In Japanese the deadline of an invitation is not a sentence.
    const paragraphs =
      round === 0
        ? [`${until} ${personal}${gap}${content.reason}`]
        : [`${until}${gap}${content.request}${gap}${content.aside}`, `${personal}${gap}${content.reason}`]
    for (const paragraph of paragraphs)
      assert.ok(JSON.stringify(card).includes(JSON.stringify(cardText(paragraph)).slice(1, -1)), language)
  }
})
