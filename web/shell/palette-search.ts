/** What the palette finds besides pages: surveys, by what they ask as well, drivers, people, teams, recommended actions and the docs, of what its reader may see. */
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ReplyOf } from '../../client/client.ts'
import { driverIds } from '../../contract/drivers.ts'
import { refusalIn } from '../answers/names-reader.ts'
import { asUser } from '../as-user.ts'
import { driverTexts } from '../drivers/driver-texts.ts'
import { language, useMessages } from '../messages.ts'
import { useMe } from '../me.ts'
import { read } from '../queries.ts'
import { anchorOf } from '../results/anchor.ts'
import { type Owner, pledgeQuery } from '../results/results-queries.ts'
import { paletteTexts } from './palette-texts.ts'

export const foundKinds = ['surveys', 'answers', 'drivers', 'teams', 'people', 'actions', 'docs'] as const

/** `to` is an address of the workspace; docs are pages of their own. */
export type Found = {
  kind: (typeof foundKinds)[number]
  id: string
  label: string
  description: string
  to: string
}

const settleMs = 200
const lettersMin = 2
const foundMax = 5
const actionsRead = 100
const driversMax = 3

type DocsEntry = { title: string; page: string; href: string; text: string }

const docsEntries = {
  queryKey: ['docs/search.json'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DocsEntry[]> => {
    const reply = await fetch('/docs/search.json', { signal })
    return reply.ok ? reply.json() : []
  },
  staleTime: Infinity,
}

/** Each word of the query is somewhere in the text. */
const holds = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.toLowerCase().includes(word))

const wordsOf = (typed: string): string[] => typed.trim().toLowerCase().split(/\s+/)

type Survey = ReplyOf<'listSurveys'>['surveys'][number]

const ownerOf = ({ kind, id, period }: Survey): Owner | null =>
  kind === 'pulse'
    ? { kind, id }
    : period?.check_in_instance_id
      ? { kind: 'occurrence', id: period.check_in_instance_id }
      : null

/** Where a question is found, it is what the second line says, and where its results stand what is opened. */
function foundSurvey({ kind, id, title, topic, phase, period, matching_question: question }: Survey): Found {
  const at = `/app/${kind === 'pulse' ? 'pulses' : 'check-ins'}/${id}`
  const results = `results${question === null ? '' : `#${anchorOf(question)}`}`
  const page =
    period === null ? (phase === 'draft' ? 'edit' : 'live') : period.state === 'open' ? 'live' : results
  return {
    kind: 'surveys',
    id,
    label: title,
    description: question?.text ?? topic ?? '',
    to: `${at}/${page}`,
  }
}

/** Answers by name, of the surveys whose promise names who searches; null while that is read. */
function useAnswersFound(surveys: readonly Survey[]): Found[] | null {
  const { data: me } = useMe()
  const named = surveys.flatMap((survey) => {
    const owner = survey.mode === 'attributed' && survey.period !== null ? ownerOf(survey) : null
    return owner ? [{ survey, owner }] : []
  })
  const pledges = useQueries({ queries: named.map(({ owner }) => ({ ...pledgeQuery(owner), retry: false })) })
  if (pledges.some(({ isPending }) => isPending)) return null
  return named.flatMap(({ survey: { kind, id, title }, owner }, at) => {
    const pledge = pledges[at]?.data
    if (!me || !pledge || refusalIn(pledge, me.user?.id) !== null) return []
    const to =
      kind === 'pulse' ? `/app/pulses/${id}/answers` : `/app/check-ins/${id}/answers?occurrence=${owner.id}`
    return [{ kind: 'answers' as const, id, label: title, description: '', to }]
  })
}

/** Where figures of a driver are: what was found about it, and for who runs surveys the teams beside one another. */
function useDrivers(words: readonly string[], runsSurveys: boolean): Found[] {
  const say = useMessages(paletteTexts)
  const nameOf = useMessages(driverTexts)
  return driverIds
    .map((id) => ({ id, name: nameOf(id) }))
    .filter(({ name }) => holds(name, words))
    .slice(0, driversMax)
    .flatMap(({ id, name }) => [
      {
        kind: 'drivers' as const,
        id,
        label: say('findings_about', { name }),
        description: '',
        to: `/app/insights?driver=${id}`,
      },
      ...(runsSurveys
        ? [
            {
              kind: 'drivers' as const,
              id: `${id} teams`,
              label: say('teams_compared', { name }),
              description: '',
              to: `/app/heat-map?sort=${id}`,
            },
          ]
        : []),
    ])
}

/**
 * What somebody may not see finds nothing here, and fails nothing. All of it comes together: what came later would stand above, and move what
 * somebody is about to choose. Until then what was found before stays, as far as it still has the words.
 */
export function usePaletteFinds(
  typed: string,
  runsSurveys: boolean,
): { finds: readonly Found[]; isSearching: boolean } {
  const [q] = useDebouncedValue(typed.trim().slice(0, 200), settleMs)
  const enabled = q.length >= lettersMin
  const query = { q, limit: foundMax }
  const surveys = useQuery({ ...read(asUser, 'listSurveys', { query }), enabled, retry: false })
  const members = useQuery({ ...read(asUser, 'listMembers', { query }), enabled, retry: false })
  const teams = useQuery({ ...read(asUser, 'listTeams', { query }), enabled, retry: false })
  const actions = useQuery({
    ...read(asUser, 'listActions', { query: { limit: actionsRead, language } }),
    enabled,
    retry: false,
  })
  const docs = useQuery({ ...docsEntries, enabled, retry: false })
  const answers = useAnswersFound(surveys.data?.surveys ?? [])
  const say = useMessages(paletteTexts)
  const drivers = useDrivers(wordsOf(q), runsSurveys)
  const isComing = answers === null || [surveys, members, teams, actions, docs].some((one) => one.isPending)
  const last = useRef<readonly Found[]>([])
  const isSettled = typed.trim().slice(0, 200) === q
  if (typed.trim().length < lettersMin) return { finds: [], isSearching: false }
  if (!enabled || isComing || !isSettled) {
    const words = wordsOf(typed)
    return {
      finds: last.current.filter(({ label, description }) => holds(`${label} ${description}`, words)),
      isSearching: true,
    }
  }
  const words = wordsOf(q)
  const finds = [
    ...(surveys.data?.surveys ?? []).map(foundSurvey),
    ...answers,
    ...drivers,
    ...(members.data?.members ?? []).map(({ id, name, email }) => ({
      kind: 'people' as const,
      id,
      label: name,
      description: email ?? '',
      to: `/app/directory?member=${id}`,
    })),
    ...(teams.data?.teams ?? []).flatMap(({ id, name }) => [
      { kind: 'teams' as const, id, label: name, description: '', to: `/app/directory?team=${id}` },
      ...(runsSurveys
        ? [
            {
              kind: 'teams' as const,
              id: `${id} trends`,
              label: say('trends_of', { name }),
              description: '',
              to: `/app/trends?team=${id}`,
            },
          ]
        : []),
    ]),
    ...(actions.data?.actions ?? [])
      .filter(({ title }) => holds(title, words))
      .slice(0, foundMax)
      .map(({ id, title }) => ({
        kind: 'actions' as const,
        id,
        label: title,
        description: '',
        to: `/app/actions?action=${id}`,
      })),
    ...(docs.data ?? [])
      .filter(({ title, text }) => holds(`${title} ${text}`, words))
      .toSorted((a, b) => Number(holds(b.title, words)) - Number(holds(a.title, words)))
      .slice(0, foundMax)
      .map(({ title, page, href }) => ({
        kind: 'docs' as const,
        id: href,
        label: title,
        // The beginning of a page is called like its page.
        description: page === title ? '' : page,
        to: href,
      })),
  ]
  last.current = finds
  return { finds, isSearching: false }
}
