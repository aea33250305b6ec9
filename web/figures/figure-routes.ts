/** The addresses of figures: teams by drivers, and each question over time. */
import { createRoute } from '@tanstack/react-router'
import { IconChartLine, IconGridDots } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema, text } from '../ui/search-schema.ts'
import { driverTexts } from '../drivers/driver-texts.ts'
import { restTexts } from '../results/rest-texts.ts'
import { figureTexts } from './figure-texts.ts'

const reads = () => import('./figure-queries.ts')

const loader = (): void =>
  loadForMembers(
    async (me) => me.pages_client_id !== null && queryClient.prefetchQuery((await reads()).allSurveys),
  )

const heatMapRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/heat-map',
  validateSearch: searchSchema({
    survey: text,
    instance: text,
    mode: oneOf(['change', 'rest']),
    sort: text,
    cell: text,
  }),
  loader,
  component: lazyPage(
    () => import('./heat-map-page.tsx'),
    'HeatMapPage',
    figureTexts,
    driverTexts,
    restTexts,
  ),
  staticData: {
    place: {
      group: 'product',
      label: 'place_heat_map',
      icon: IconGridDots,
      key: 'm',
    },
  },
})

const trendsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/trends',
  validateSearch: searchSchema({ survey: text, team: text }),
  loader,
  component: lazyPage(() => import('./trends-page.tsx'), 'TrendsPage', figureTexts, driverTexts),
  staticData: {
    place: {
      group: 'product',
      label: 'place_trends',
      icon: IconChartLine,
      key: 't',
    },
  },
})

export const figureRoutes = [heatMapRoute, trendsRoute] as const
