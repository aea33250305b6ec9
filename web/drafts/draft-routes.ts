/** The addresses of what is being written: the choice of a template, and the editors of a pulse and of a check-in. */
import { createRoute } from '@tanstack/react-router'
import { queryClient } from '../api.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema } from '../ui/search-schema.ts'
import { draftTexts } from './draft-texts.ts'
import { pulseTexts } from './pulse-texts.ts'
import { newSurveyTexts } from './new-survey-texts.ts'
import { rhythmWordTexts } from './rhythm-words-texts.ts'

const reads = () => import('./draft-queries.ts')

const newSurveyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/surveys/new',
  validateSearch: searchSchema({ kind: oneOf(['pulse', 'check_in']) }),
  loader: () => loadForMembers(async () => queryClient.prefetchQuery((await reads()).allTemplates)),
  component: lazyPage(
    () => import('./new-survey-page.tsx'),
    'NewSurveyPage',
    newSurveyTexts,
    rhythmWordTexts,
    draftTexts,
  ),
})

/** A draft that has just begun from a template asks what the template leaves open. */
const editorSearch = searchSchema({ begins: oneOf(['yes']) })

const pulseEditorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/pulses/$pulse/edit',
  validateSearch: editorSearch,
  loader: ({ params: { pulse: id } }) =>
    loadForMembers(async () => {
      const { previewQuery, pulseQuery, teamSizes } = await reads()
      void queryClient.prefetchQuery(pulseQuery(id))
      void queryClient.prefetchQuery(previewQuery('pulse', id, {}))
      void queryClient.prefetchQuery(teamSizes)
    }),
  component: lazyPage(() => import('./pulse-editor-page.tsx'), 'PulseEditorPage', draftTexts, pulseTexts),
})

const checkInEditorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/check-ins/$checkIn/edit',
  validateSearch: editorSearch,
  loader: ({ params: { checkIn: id } }) =>
    loadForMembers(async () => {
      const { checkInQuery, datesQuery, previewQuery, teamSizes } = await reads()
      void queryClient.prefetchQuery(checkInQuery(id))
      void queryClient.prefetchQuery(previewQuery('check_in', id, {}))
      void queryClient.prefetchQuery(datesQuery(id))
      void queryClient.prefetchQuery(teamSizes)
    }),
  component: lazyPage(() => import('./check-in-editor-page.tsx'), 'CheckInEditorPage', draftTexts),
})

export const draftRoutes = [newSurveyRoute, pulseEditorRoute, checkInEditorRoute] as const
