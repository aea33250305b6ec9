/** The address of the Slack workspaces. Slack sends people back to it, with its code behind the #. */
import { createRoute } from '@tanstack/react-router'
import { queryClient } from '../api.ts'
import { lazyPage, loadForAdmins } from '../loading.ts'
import { integrationsPath } from '../shell/navigation.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { slackTexts } from './slack-texts.ts'

const reads = () => import('./slack-queries.ts')

const slackRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/settings/slack',
  loader: () => loadForAdmins(async () => queryClient.prefetchInfiniteQuery((await reads()).workspacePages)),
  component: lazyPage(() => import('./slack-page.tsx'), 'SlackPage', slackTexts),
  staticData: {
    place: {
      group: 'organisation',
      label: 'place_slack',
      key: 'k',
      under: integrationsPath,
    },
  },
})

export const slackRoutes = [slackRoute] as const
