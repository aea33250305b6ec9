/**
 * The home tab in Slack: the open surveys that were sent to this person there, each with its promise and a link. It is the same before and after
 * they have answered, in every mode: otherwise Slack, and anyone who reads its log, would learn by comparing who has answered. It shows only what
 * messages in this workspace have said already.
 *
 * Published when a person opens it, once in a few seconds, by one call. Not after an invitation: the message says the same, and a second call
 * for each would halve what Slack lets us send.
 */
import { textsOf } from '../../../locales/catalogue.ts'
import type { HomeSurvey } from '../../channels/channels.ts'
import { homeSurveysMax } from '../../channels/channels.ts'
import { type LinkContext, resolveLink } from '../../collection/collection.ts'
import { openSurveysSentTo } from '../../delivery/delivery.ts'
import { firstLanguage, inWords, type Language } from '../../language.ts'
import { localise } from '../../questions/questions.ts'
import { promiseInChat } from '../promise.ts'
import type { Interactions } from './slack.ts'

type Opening = { readonly teamId: string; readonly userId: string }

export type HomeTab = (opening: Opening, now: Date) => Promise<void>

const pauseMs = 5_000
/** How many people are remembered as having opened it recently. */
const rememberedMax = 10_000

export function homeTab({ db, slack, baseUrl }: Interactions): HomeTab {
  const openedAt = new Map<string, number>()
  const isTooSoon = ({ teamId, userId }: Opening, now: Date): boolean => {
    const key = `${teamId}/${userId}`
    if (now.getTime() - (openedAt.get(key) ?? -Infinity) < pauseMs) return true
    if (openedAt.size >= rememberedMax) openedAt.clear()
    openedAt.set(key, now.getTime())
    return false
  }
  const surveyOf = async (context: LinkContext, language: Language): Promise<HomeSurvey | null> => {
    if (context.state !== 'open') return null
    const text = textsOf('messages', language)
    const { written } = localise(context, context, language, context.organisationLocale)
    const when = context.closesAt && inWords.instant(language, context.closesAt, context.timeZone)
    return {
      title: written.title,
      until: when ? text('until', { when }) : null,
      personal: text('personal'),
      promise: await promiseInChat(db.tx, context, language),
      link: { label: text('answer'), url: `${baseUrl()}/r/${context.token}` },
    }
  }
  return async (opening, now) => {
    const bot = await slack.botOf(opening.teamId)
    // The operator's own workspace belongs to no organisation, so nobody in it is known.
    if (bot === null || bot.organisationId === null || isTooSoon(opening, now)) return
    const { teamId, userId } = opening
    const addresses = [`${teamId}/${userId}`, ...(bot.takesUserIds ? [userId] : [])]
    const { organisationId } = bot
    const { links, organisationLocale } = await openSurveysSentTo(
      db.tx,
      { organisationId, channel: 'slack', addresses },
      homeSurveysMax,
    )
    const contexts = await Promise.all(links.map((link) => resolveLink(db, link, now)))
    const language = firstLanguage(contexts[0]?.memberLocale ?? null, organisationLocale)
    const text = textsOf('messages', language)
    const found = await Promise.all(contexts.map((context) => surveyOf(context, language)))
    const surveys = found.filter((one) => one !== null)
    const note = text(surveys.length === 0 ? 'home_none' : 'home_stays')
    await bot.publishHome(userId, { title: text('home_title'), note, surveys })
  }
}
