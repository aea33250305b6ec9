/**
 * The addresses of named answers: of a pulse, and of a check-in, of which the newest occurrence is shown unless the address names another.
 * The address also keeps the filters and whose answers are open. Answers are not read before somebody is on the page: a pointer over a link
 * would leave a reading in the audit log that nobody made.
 */
import { createRoute } from '@tanstack/react-router'
import { queryClient } from '../api.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { liveTexts } from '../live/live-texts.ts'
import { resultsTexts } from '../results/results-texts.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema, text } from '../ui/search-schema.ts'
import { answerTexts } from './answer-texts.ts'

const reads = () => import('../results/results-queries.ts')

const conversation = oneOf(['any', 'unanswered'])
const kept = {
  q: text,
  team: text,
  question: text,
  conversation,
  sort: text,
  view: oneOf(['people', 'grid']),
  answer: text,
}

const pulseAnswersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/pulses/$pulse/answers',
  validateSearch: searchSchema(kept),
  loader: ({ params: { pulse: id } }) =>
    loadForMembers(async () => {
      const { pledgeQuery, pulseQuery } = await reads()
      void queryClient.prefetchQuery(pulseQuery(id))
      void queryClient.prefetchQuery(pledgeQuery({ kind: 'pulse', id }))
    }),
  component: lazyPage(
    () => import('./pulse-answers-page.tsx'),
    'PulseAnswersPage',
    answerTexts,
    resultsTexts,
    liveTexts,
  ),
})

const checkInAnswersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/check-ins/$checkIn/answers',
  validateSearch: searchSchema({ occurrence: text, ...kept }),
  loader: ({ params: { checkIn: id } }) =>
    loadForMembers(async () => queryClient.prefetchQuery((await reads()).occurrencesQuery(id))),
  component: lazyPage(
    () => import('./check-in-answers-page.tsx'),
    'CheckInAnswersPage',
    answerTexts,
    resultsTexts,
    liveTexts,
  ),
})

export const answerRoutes = [pulseAnswersRoute, checkInAnswersRoute] as const
