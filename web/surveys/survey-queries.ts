/** What pages read of surveys: pulses and check-ins in one list. */
import { useQuery } from '@tanstack/react-query'
import { limits } from '../../contract/limits.ts'
import type { ReplyOf } from '../../client/client.ts'
import { asUser } from '../as-user.ts'
import { read, readPages, useList } from '../queries.ts'
import type { Owner } from '../results/results-queries.ts'
import type { List } from '../ui/list.ts'
import type { Tab } from './survey-search.ts'

export type Survey = ReplyOf<'listSurveys'>['surveys'][number]
export type SurveyPhase = Survey['phase']
type SurveyCounts = ReplyOf<'countSurveys'>

export const phases = ['open', 'scheduled', 'draft', 'closed', 'archived'] as const satisfies SurveyPhase[]

export type SurveyFilter = {
  q?: string | undefined
  kind?: Survey['kind'] | undefined
  mine?: 'yes' | undefined
}

/** The address as the API's filter. */
export const queryOf = ({ q, kind, mine }: SurveyFilter) => ({
  ...(q && { q }),
  ...(kind && { kind }),
  ...(mine && { mine: true }),
})

const pollMs = 15_000

/** Numbers of what is open move by themselves; while the tab is hidden nothing is asked for. */
const poll = (isOpen: boolean | undefined): number | false => (isOpen ? pollMs : false)

/** What the API calls a tab. */
export const tabQueryOf = (tab: Tab) => {
  if (tab === 'deleted') return { deleted: true }
  return tab === 'mine' ? { mine: true } : { phase: tab }
}

export const surveyPages = (tab: Tab, filter: SurveyFilter) => ({
  ...readPages(asUser, 'listSurveys', { query: { ...tabQueryOf(tab), ...queryOf(filter) } }),
  refetchInterval: poll(tab === 'open' || tab === 'mine'),
})

const useSurveys = (tab: Tab, filter: SurveyFilter) =>
  useList(surveyPages(tab, filter), ({ surveys }) => surveys)

export const surveyCounts = (filter: SurveyFilter) => ({
  ...read(asUser, 'countSurveys', { query: queryOf(filter) }),
  // While another filter is read, tabs keep their numbers.
  placeholderData: (before: SurveyCounts | undefined) => before,
  refetchInterval: ({ state }: { state: { data: SurveyCounts | undefined } }) =>
    poll((state.data?.open ?? 0) > 0),
})

export const useSurveyCounts = (filter: SurveyFilter) => useQuery(surveyCounts(filter)).data

/** Its answers as pages of results name them; null while it has none, as it was never open. */
export const ownerOf = ({ kind, id, period }: Survey): Owner | null => {
  if (period === null) return null
  if (kind === 'pulse') return { kind, id }
  return period.check_in_instance_id === null ? null : { kind: 'occurrence', id: period.check_in_instance_id }
}

/** Check-ins that wait for their next date: the last one has results, so it is among what has closed. */
export const goesOn = ({ kind, phase, period }: Survey): boolean =>
  kind === 'check_in' && phase === 'scheduled' && period?.state === 'closed'

export const goingOn = (filter: SurveyFilter) => surveyPages('scheduled', { ...filter, kind: 'check_in' })

const dayMs = 86_400_000

/** Until when it can be restored; null for what is not deleted. */
export const restorableUntil = ({ deleted_at: at }: Survey): string | null =>
  at === null ? null : new Date(Date.parse(at) + limits.deletedKeptDays * dayMs).toISOString()

/** What was deleted last comes first. */
const byDeletion = (a: Survey, b: Survey): number =>
  Date.parse(b.deleted_at ?? '') - Date.parse(a.deleted_at ?? '')

const opening = ({ opens_at: at }: Survey): number =>
  at === null ? Number.POSITIVE_INFINITY : Date.parse(at)

/** The next to open comes first. */
const byOpening = (a: Survey, b: Survey): number => (opening(a) === opening(b) ? 0 : opening(a) - opening(b))

function inOrder(tab: Tab, surveys: readonly Survey[]): readonly Survey[] {
  if (tab === 'scheduled') return surveys.toSorted(byOpening)
  return tab === 'deleted' ? surveys.toSorted(byDeletion) : surveys
}

/** What a tab lists: its phase, and among what has closed first the last dates of check-ins that go on. */
export function useTab(tab: Tab, filter: SurveyFilter): List<Survey> {
  const isJoined = tab === 'closed' && filter.kind !== 'pulse'
  const listed = useSurveys(tab, filter)
  const own = { ...listed, data: listed.data && inOrder(tab, listed.data) }
  const going = useList({ ...goingOn(filter), enabled: isJoined }, ({ surveys }) => surveys)
  if (!isJoined) return own
  return {
    data: own.data && going.data && [...going.data.filter(goesOn), ...own.data],
    error: own.error ?? going.error,
    refetch: () => Promise.all([own.refetch(), going.refetch()]),
    loadMore: going.loadMore ?? own.loadMore,
    isLoadingMore: own.isLoadingMore || going.isLoadingMore,
    isStale: own.isStale || going.isStale,
  }
}

/** Counts for the tab of one's own surveys, in every phase. */
export const ownCounts = (filter: SurveyFilter) => surveyCounts({ ...filter, mine: 'yes' })

const allOf = (counts: SurveyCounts): number => phases.reduce((sum, phase) => sum + counts[phase], 0)

/** How many each tab lists; undefined until both are read. */
export function useTabCounts(filter: SurveyFilter): Record<Tab, number> | undefined {
  const counts = useSurveyCounts(filter)
  const own = useQuery(ownCounts(filter)).data
  return (
    counts &&
    own && {
      ...counts,
      closed: counts.closed + counts.between_dates,
      mine: allOf(own),
    }
  )
}
