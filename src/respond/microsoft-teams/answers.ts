/**
 * Answers in Microsoft Teams, from a card in a message or from a card that takes its place. Both carry the link's token, and meet the same rules as
 * the page. A link is good on a card only for the person whose message it was: whoever else sends it is told that it is gone. Teams may deliver
 * a click twice: the attempt is derived from the message under our secret, so the second delivery gets the same receipt.
 *
 * Never for an anonymous collection: Microsoft knows who clicks, so its messages have no form.
 */
import { directionOf } from '../../../locales/format.ts'
import { textsOf } from '../../../locales/catalogue.ts'
import {
  answersOnCard,
  formCard,
  formLabels,
  type FoundTenant,
  noteCard,
  placeOnCard,
  type TeamsBot,
} from '../../channels/channels.ts'
import { findNotCounted, type LinkContext, submitAnswers, resolveLink } from '../../collection/collection.ts'
import type { Db } from '../../db/db.ts'
import { wasSentTo } from '../../delivery/delivery.ts'
import { joinSentences, type Language } from '../../language.ts'
import { Problem } from '../../problem.ts'
import { addressed, attemptOf, changeLink, faultsOf, nullIfUnknown } from '../chat.ts'
import { promiseInChat } from '../promise.ts'
import type { Activity } from './activity.ts'

export type Answering = {
  readonly db: Db
  readonly bot: TeamsBot
  readonly secret: string
  readonly baseUrl: () => string
}

type Click = Extract<Activity, { kind: 'card' }>

/** A card in place of the one that was acted on. `isLasting`: the message becomes it, whoever looks at it later. */
type Shown = { readonly card: object; readonly isLasting: boolean }

const look = (language: Language) => ({ language, direction: directionOf(language) })

/** @returns the card that Teams shows in place of the one that was acted on */
export async function cardInReply(
  setup: Answering,
  tenant: FoundTenant | null,
  click: Click,
  now: Date,
): Promise<object> {
  const { card, isLasting } = await shownFor(setup, tenant, click, now)
  const { serviceUrl, conversationId: id, messageId } = click
  // The answers stay stored when Teams fails to show the thanks later.
  if (isLasting && messageId !== null) await setup.bot.replace({ serviceUrl, id }, messageId, card)
  return card
}

async function shownFor(
  setup: Answering,
  tenant: FoundTenant | null,
  click: Click,
  now: Date,
): Promise<Shown> {
  const context = await answerable(setup, tenant, click, now)
  if (!context)
    return { card: noteCard(look('en'), textsOf('messages', 'en')('gone'), null), isLasting: false }
  const asked = { context, ...addressed(context) }
  return click.verb === 'open' ? opened(setup, asked, click) : answered(setup, asked, click, now)
}

/** What the link is for, where this person may answer it here. */
async function answerable(
  { db }: Answering,
  tenant: FoundTenant | null,
  { link, tenantId, userId, objectId }: Click,
  now: Date,
): Promise<LinkContext | null> {
  const context = tenant && (await resolveLink(db, link, now).catch(nullIfUnknown))
  if (!tenant || !context || context.organisationId !== tenant.organisationId) return null
  const { organisationId, collectionId, memberId, mode } = context
  if (mode === 'anonymous' || memberId === null) return null
  const addresses = [`${tenantId}/${userId}`, `${tenantId}/${objectId}`]
  const isTheirs = await wasSentTo(
    db.tx,
    { organisationId, collectionId, memberId },
    { channel: 'microsoft_teams', addresses },
  )
  return isTheirs ? context : null
}

type Asked = ReturnType<typeof addressed> & { readonly context: LinkContext }

const noted = ({ language }: Asked, text: string, link: Parameters<typeof noteCard>[2] = null): Shown => ({
  card: noteCard(look(language), text, link),
  isLasting: true,
})

const pageOf = ({ baseUrl }: Answering, { text }: Asked, link: string) => ({
  label: text('answer'),
  url: `${baseUrl()}/r/${link}`,
})

type Problems = Pick<Parameters<typeof formCard>[0], 'problem' | 'faults' | 'sent'>

/** With the promise as it is now, which the message had as well. */
async function formFor(setup: Answering, asked: Asked, link: string, problems: Problems): Promise<Shown> {
  const { context, language, title, questions } = asked
  const { memberId } = context
  const notCounted =
    memberId === null ? null : await findNotCounted(setup.db.tx, context, { memberId, language })
  const promise = await promiseInChat(setup.db.tx, context, language)
  const card = formCard({
    ...look(language),
    title,
    promise: joinSentences(promise, notCounted?.sentence),
    form: { link, questions, labels: formLabels(language) },
    page: pageOf(setup, asked, link),
    ...problems,
  })
  return { card, isLasting: false }
}

/** Not for a form that has changed and does not fit any more. */
async function opened(setup: Answering, asked: Asked, { link }: Click): Promise<Shown> {
  const { context, text, title, questions } = asked
  if (context.state !== 'open') return noted(asked, text('closed', { title }))
  if (placeOnCard(questions) === null)
    return { ...noted(asked, text('trouble'), pageOf(setup, asked, link)), isLasting: false }
  return formFor(setup, asked, link, { problem: null, faults: {}, sent: null })
}

/** Stores the answers first: they stay stored when Teams fails to show the thanks. */
async function answered(setup: Answering, asked: Asked, click: Click, now: Date): Promise<Shown> {
  const { context, language, text, title, questions } = asked
  const { link, data, conversationId, messageId } = click
  const answers = answersOnCard(context.questions, data)
  try {
    const attempt = attemptOf(setup.secret, [link, conversationId, messageId ?? ''])
    const { receipt } = await submitAnswers(setup.db, context, { answers, attempt }, now)
    return noted(asked, text('thanks', { title }), changeLink(setup.baseUrl(), { context, receipt, text }))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'already_answered') return noted(asked, text('answered'))
    if (error.code === 'collection_closed') return noted(asked, text('closed', { title }))
    const faults = faultsOf(error, { questions, answers }, language)
    const problem = text(faults.size === 0 ? 'trouble' : 'check')
    return formFor(setup, asked, link, { problem, faults: Object.fromEntries(faults), sent: data })
  }
}
