/**
 * A message as an Adaptive Card, for Microsoft Teams by a webhook or by our app.
 * Source: Adaptive Cards 1.4, as Teams shows them.
 */
import {
  footOf,
  type Form,
  type Link,
  type MessageContent,
  nameNotice,
  plainText,
  requestOf,
} from './message.ts'
import { cardInputs } from './card-form.ts'
import { cardText } from './card-text.ts'

/** What a button of a card says to our app, and which link's answers it is about. */
export const cardVerbs = { open: 'open', send: 'send' } as const

type Card = {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly fallback: string
  readonly body: readonly object[]
  readonly actions: readonly object[]
}

const cardOf = ({ language, direction, fallback, body, actions }: Card): object => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: '1.4',
  lang: language,
  rtl: direction === 'rtl',
  fallbackText: fallback,
  body,
  actions,
})

export const cardContentType = 'application/vnd.microsoft.card.adaptive'

export const attachmentOf = (card: object): object => ({
  contentType: cardContentType,
  contentUrl: null,
  content: card,
})

const openUrl = ({ label, url }: Link): object => ({ type: 'Action.OpenUrl', title: label, url })

const execute = (verb: string, title: string, link: string): object => ({
  type: 'Action.Execute',
  verb,
  title,
  data: { link },
})

const noticeOf = (content: MessageContent): object[] => {
  const notice = nameNotice(content)
  return notice ? [cardText(notice, { weight: 'Bolder' })] : []
}

/** The whole message. @param form  null: answered by the link alone */
export const messageCard = (content: MessageContent, form: Form | null): object =>
  cardOf({
    ...content,
    fallback: plainText(content),
    body: [
      cardText(content.title, { size: 'Medium', weight: 'Bolder' }),
      cardText(content.greeting),
      ...(requestOf(content) ? [cardText(requestOf(content))] : []),
      ...(content.description ? [cardText(content.description)] : []),
      ...noticeOf(content),
      cardText(content.promise, { isSubtle: true }),
      ...(form?.place === 'message' ? cardInputs(form, {}) : []),
      cardText(footOf(content), {
        isSubtle: true,
        size: 'Small',
      }),
    ],
    actions: [
      ...(form?.place === 'message' ? [execute(cardVerbs.send, form.labels.send, form.link)] : []),
      ...(form?.place === 'window' ? [execute(cardVerbs.open, form.labels.here, form.link)] : []),
      openUrl({ label: content.button, url: content.url }),
      ...(content.unsubscribe ? [openUrl(content.unsubscribe)] : []),
    ],
  })

export type FormCard = Pick<Card, 'language' | 'direction'> & {
  readonly title: string
  /** Who sees the answers, and whatever else must be read before them. */
  readonly promise: string
  readonly form: Omit<Form, 'place'>
  /** What was sent and does not fit: above the form, and below each field. */
  readonly problem: string | null
  readonly faults: Readonly<Record<string, string>>
  /** What was sent, so that nobody types it again. */
  readonly sent: unknown
  /** The page, where the same is answered. */
  readonly page: Link
}

/** The questions of a survey on a card that replaces its message. */
export const formCard = ({ title, promise, form, problem, faults, sent, page, ...look }: FormCard): object =>
  cardOf({
    ...look,
    fallback: [title, promise, page.url].join('\n\n'),
    body: [
      cardText(title, { size: 'Medium', weight: 'Bolder' }),
      cardText(promise, { isSubtle: true }),
      ...(problem === null ? [] : [cardText(problem, { color: 'Attention', weight: 'Bolder' })]),
      ...cardInputs(form, { faults, sent }),
    ],
    actions: [execute(cardVerbs.send, form.labels.send, form.link), openUrl(page)],
  })

/** One sentence in place of a message. */
export const noteCard = (
  look: Pick<Card, 'language' | 'direction'>,
  text: string,
  link: Link | null,
): object =>
  cardOf({
    ...look,
    fallback: text,
    body: [cardText(text)],
    actions: link === null ? [] : [openUrl(link)],
  })
