/** What waits for somebody, the most urgent first: what ends within a week, people who wait, what ends later, and then what only lies there. */
import type { ReplyOf } from '../../client/client.ts'
import type { Say } from '../messages.ts'
import { daysBetween } from '../ui/calendar-days.ts'
import { formatPercent } from '../ui/number-format.ts'
import { dateOf } from '../ui/dates.ts'
import { dayText } from '../actions/due.ts'
import { dayOf } from '../ui/wall-clock.ts'
import type { homeTexts } from './home-texts.ts'

type Action = ReplyOf<'listActions'>['actions'][number]
type Survey = ReplyOf<'listSurveys'>['surveys'][number]

export type Need = {
  key: string
  icon: 'survey' | 'privacy' | 'answers' | 'actions' | 'directory'
  sentence: string
  act: string
  to: string
  search?: Record<string, string>
  /** Within a week it comes before everything else. */
  endsAt?: string
  /** Among what has no end, and what ends later. */
  rank: number
}

export type Waiting = {
  surveys: readonly Survey[]
  drafts: readonly Survey[]
  conversations: ReplyOf<'listUnansweredConversations'>['unanswered_conversations']
  requests: ReplyOf<'listPrivacyRequests'>['privacy_requests']
  /** Suggested to the group of the page, and still by the newest results. */
  actions: readonly Action[]
  /** That the reader has taken on: accepted, or in progress. */
  own: readonly Pick<Action, 'id' | 'title' | 'due_on' | 'scope'>[]
  bounced: readonly string[]
  hasMoreBounced: boolean
  small: readonly { id: string; name: string }[]
}

type Words = Say<typeof homeTexts>

const lowRate = 0.5
const soonMs = 172_800_000
const weekMs = 604_800_000
const dayMs = 86_400_000
const requestsMax = 3

/** A count that is not shown says nothing: neither that there are few, nor that there are none. */
const isLow = ({ period }: Survey, now: number): boolean => {
  if (period?.state !== 'open' || !period.closes_at) return false
  const { response_rate: rate, responded, rounded } = period.response_summary
  if (rate === null || (rounded && responded === 0)) return false
  return rate < lowRate && Date.parse(period.closes_at) - now < soonMs
}

export function needsOf(waiting: Waiting, say: Words, now: number): readonly Need[] {
  const isUrgent = ({ endsAt }: Need): boolean => endsAt !== undefined && Date.parse(endsAt) - now < weekMs
  const end = ({ endsAt }: Need): number => (endsAt === undefined ? now : Date.parse(endsAt))
  return [
    ...ofRequests(waiting, say, now),
    ...ofSurveys(waiting, say, now),
    ...ofConversations(waiting, say),
    ...ofOwnActions(waiting, say, now),
    ...ofActions(waiting, say),
    ...ofAddresses(waiting, say),
    ...ofTeams(waiting, say),
    ...ofDrafts(waiting, say),
  ].toSorted(
    (a, b) =>
      Number(isUrgent(b)) - Number(isUrgent(a)) || (isUrgent(a) ? 0 : a.rank - b.rank) || end(a) - end(b),
  )
}

function ofRequests({ requests }: Waiting, say: Words, now: number): Need[] {
  const shown = requests.toSorted((a, b) => Date.parse(a.deadline_at) - Date.parse(b.deadline_at))
  const needs = shown.slice(0, requestsMax).map((request): Need => {
    const { id, kind, person, deadline_at: endsAt } = request
    const days = daysBetween(now, Date.parse(endsAt))
    const left = days < 0 ? say('was_due', { date: dateOf(endsAt) }) : say('days_left', { days })
    return {
      key: id,
      icon: 'privacy',
      sentence: `${say(`asks_${kind}`, { name: person.name })} ${left}`,
      act: say('answer_request'),
      to: `/app/settings/privacy-requests/${id}`,
      endsAt,
      rank: 1,
    }
  })
  const more = shown[requestsMax]
  if (!more) return needs
  const sentence = say('more_requests', { count: shown.length - requestsMax })
  const to = '/app/settings/privacy-requests'
  const rest: Need = { key: 'requests', icon: 'privacy', sentence, act: say('see_requests'), to, rank: 1 }
  return [...needs, { ...rest, endsAt: more.deadline_at }]
}

const ofSurveys = ({ surveys }: Waiting, say: Words, now: number): Need[] =>
  surveys
    .filter((survey) => isLow(survey, now))
    .map(({ id, kind, title, period }) => ({
      key: `${id} low`,
      icon: 'survey',
      sentence: say('low_response', {
        title,
        share: formatPercent(period?.response_summary.response_rate ?? 0),
      }),
      act: say('remind'),
      to: `/app/${kind === 'pulse' ? 'pulses' : 'check-ins'}/${id}/live`,
      endsAt: period?.closes_at ?? '',
      rank: 0,
    }))

const ofConversations = ({ conversations }: Waiting, say: Words): Need[] =>
  conversations.map((one) => ({
    key: `${one.pulse_id ?? one.check_in_instance_id} reply`,
    icon: 'answers',
    sentence: say('awaits_reply', { count: one.conversations, title: one.title }),
    act: say('write_reply'),
    ...answersOf(one),
    rank: 0,
  }))

/** Where those named answers are about which a reply is awaited. */
export const answersOf = (one: Waiting['conversations'][number]) => ({
  to: one.pulse_id ? `/app/pulses/${one.pulse_id}/answers` : `/app/check-ins/${one.check_in_id}/answers`,
  search: {
    ...(one.check_in_instance_id !== null && { occurrence: one.check_in_instance_id }),
    conversation: 'unanswered',
  },
})

const ownMax = 3
const ownDaysBefore = 3

/** What one has to do oneself, what is due first; the day of an action is not an instant, and it is late when the day is over. */
function ofOwnActions({ own }: Waiting, say: Words, now: number): Need[] {
  const dueOf = ({ due_on: day }: Waiting['own'][number]): string => day ?? '9999'
  // What was taken on today and is due in two weeks needs nobody today.
  const soon = dayOf(now + ownDaysBefore * dayMs)
  const shown = own
    .filter(({ due_on: day }) => day === null || day <= soon)
    .toSorted((a, b) => (dueOf(a) < dueOf(b) ? -1 : 1))
  const needs = shown.slice(0, ownMax).map(({ id, title, due_on: day, scope }): Need => {
    const name = scope.team_name
    const words = name === null ? say('title_alone', { title }) : say('title_of_team', { title, name })
    return {
      key: id,
      icon: 'actions',
      sentence:
        day === null
          ? say('own_action', { title: words })
          : say(day < dayOf(now) ? 'own_action_late' : 'own_action_due', { title: words, day: dayText(day) }),
      act: say('open_action'),
      to: '/app/actions',
      search: { action: id },
      ...(day !== null && { endsAt: `${day}T23:59:59Z` }),
      rank: 2,
    }
  })
  const more = shown.length - ownMax
  if (more <= 0) return needs
  const sentence = say('more_own_actions', { count: more })
  return [
    ...needs,
    { key: 'own', icon: 'actions', sentence, act: say('see_actions'), to: '/app/actions', rank: 2 },
  ]
}

/** One alone is beside its finding already. */
const ofActions = ({ actions }: Waiting, say: Words): Need[] => {
  const count = actions.length
  if (count < 2) return []
  const sentence = say('actions_wait', { count })
  return [
    {
      key: 'actions',
      icon: 'actions',
      sentence,
      act: say('review_actions'),
      to: '/app/actions?suggested=shown',
      rank: 2,
    },
  ]
}

const ofAddresses = ({ bounced, hasMoreBounced }: Waiting, say: Words): Need[] => {
  const [address, ...others] = bounced
  if (address === undefined) return []
  const isOne = others.length === 0
  return [
    {
      key: 'addresses',
      icon: 'directory',
      sentence: isOne
        ? say('bounced_one', { address })
        : say(hasMoreBounced ? 'many_bounced' : 'bounced', { count: bounced.length }),
      act: say(isOne ? 'find_person' : 'open_directory'),
      to: '/app/directory',
      ...(isOne && { search: { q: address } }),
      rank: 3,
    },
  ]
}

const ofTeams = ({ small }: Waiting, say: Words): Need[] => {
  const [team, ...others] = small
  if (!team) return []
  return [
    {
      key: 'teams',
      icon: 'directory',
      sentence:
        others.length === 0
          ? say('small_team', { name: team.name })
          : say('small_teams', { count: small.length }),
      act: say('see_teams'),
      to: '/app/directory',
      ...(others.length === 0 && { search: { team: team.id } }),
      rank: 4,
    },
  ]
}

const ofDrafts = ({ drafts }: Waiting, say: Words): Need[] =>
  drafts.map(({ id, kind, title, updated_at: at }) => ({
    key: id,
    icon: 'survey',
    sentence: say('draft_waits', { title, date: dateOf(at) }),
    act: say('continue_draft'),
    to: `/app/${kind === 'pulse' ? 'pulses' : 'check-ins'}/${id}/edit`,
    rank: 5,
  }))
