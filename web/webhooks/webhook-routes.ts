/** Routes of webhooks: the list, a new one, and one with its deliveries and settings. */
import { createRoute } from '@tanstack/react-router'
import { IconWebhook } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { lazyPage, loadForAdmins } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema, text } from '../ui/search-schema.ts'
import { deliveryStates, webhookStates, webhookTabs } from './webhook-search.ts'
import { webhookTexts } from './webhook-texts.ts'

const reads = () => import('./webhook-queries.ts')
const applicationReads = () => import('../applications/application-queries.ts')

const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/developers/webhooks',
  validateSearch: searchSchema({ state: oneOf(webhookStates) }),
  loader: () =>
    loadForAdmins(async () => {
      const [{ webhookPages }, { allApplications }] = await Promise.all([reads(), applicationReads()])
      void queryClient.prefetchQuery(allApplications)
      void queryClient.prefetchInfiniteQuery(webhookPages)
    }),
  component: lazyPage(() => import('./webhooks-page.tsx'), 'WebhooksPage', webhookTexts),
  staticData: {
    place: {
      group: 'developers',
      label: 'place_webhooks',
      icon: IconWebhook,
      key: 'w',
    },
  },
})

const newWebhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/developers/webhooks/new',
  loader: () =>
    loadForAdmins(async () => queryClient.prefetchQuery((await applicationReads()).allApplications)),
  component: lazyPage(() => import('./new-webhook-page.tsx'), 'NewWebhookPage', webhookTexts),
})

const webhookSearch = searchSchema({
  tab: oneOf(webhookTabs),
  state: oneOf(deliveryStates),
  delivery: text,
})

const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/developers/webhooks/$webhook',
  validateSearch: webhookSearch,
  loaderDeps: ({ search: { state } }) => ({ state }),
  loader: ({ params: { webhook }, deps }) =>
    loadForAdmins(async () => {
      const { deliveryPages, webhookQuery } = await reads()
      void queryClient.prefetchQuery(webhookQuery(webhook))
      void queryClient.prefetchInfiniteQuery(deliveryPages(webhook, deps))
    }),
  component: lazyPage(() => import('./webhook-page.tsx'), 'WebhookPage', webhookTexts),
})

export const webhookRoutes = [webhooksRoute, newWebhookRoute, webhookRoute] as const
