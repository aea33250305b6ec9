/** The address of themes. */
import { createRoute } from '@tanstack/react-router'
import { IconMessages } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { driverTexts } from '../drivers/driver-texts.ts'
import { figureTexts } from '../figures/figure-texts.ts'
import { insightTexts } from '../insights/insight-texts.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { replyTexts } from '../replies/reply-texts.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema, text } from '../ui/search-schema.ts'
import { noQuoteTexts } from './no-quote-texts.ts'
import { themeTexts } from './theme-texts.ts'

const reads = () => import('../figures/figure-queries.ts')

const themesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/themes',
  validateSearch: searchSchema({
    survey: text,
    instance: text,
    team: text,
    sort: oneOf(['negative', 'rising']),
    theme: text,
  }),
  loader: (): void =>
    loadForMembers(
      async (me) => me.pages_client_id !== null && queryClient.prefetchQuery((await reads()).allSurveys),
    ),
  component: lazyPage(
    () => import('./themes-page.tsx'),
    'ThemesPage',
    themeTexts,
    figureTexts,
    driverTexts,
    insightTexts,
    replyTexts,
    noQuoteTexts,
  ),
  staticData: {
    place: {
      group: 'product',
      label: 'place_themes',
      icon: IconMessages,
      key: 'e',
    },
  },
})

export const themeRoutes = [themesRoute] as const
