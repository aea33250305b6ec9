/**
 * All addresses: each noun brings its own (`<noun>/<noun>-routes.ts`), and their order is the order of the navigation. Nouns
 * are named here and not found by a pattern, because the types of links are read from these routes. Pages are chunks of their
 * own; the chunk and the data of a page are fetched together, when a link to it is pointed at.
 */
import { createRoute, createRouter } from '@tanstack/react-router'
import { accountRoutes } from './account/account-routes.ts'
import { actionRoutes } from './actions/action-routes.ts'
import { alertRoutes } from './alerts/alert-routes.ts'
import { answerRoutes } from './answers/answer-routes.ts'
import { applicationRoutes } from './applications/application-routes.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { confirmationRoutes } from './confirmations/confirmation-routes.ts'
import { connectionRoutes } from './connections/connection-routes.ts'
import { directoryRoutes } from './directory/directory-routes.ts'
import { directoryImportRoutes } from './directory-import/import-routes.ts'
import { directorySyncRoutes } from './directory-sync/directory-sync-routes.ts'
import { draftRoutes } from './drafts/draft-routes.ts'
import { eventRoutes } from './events/event-routes.ts'
import { exportRoutes } from './exports/export-routes.ts'
import { figureRoutes } from './figures/figure-routes.ts'
import { homeRoutes } from './home/home-routes.ts'
import { identityProviderRoutes } from './identity-providers/identity-provider-routes.ts'
import { insightRoutes } from './insights/insight-routes.ts'
import { integrationRoutes } from './integrations/integration-routes.ts'
import { liveRoutes } from './live/live-routes.ts'
import { lazyPage } from './loading.ts'
import { offboardingRoutes } from './offboarding/offboarding-routes.ts'
import { organisationRoutes } from './organisation/organisation-routes.ts'
import { userRoutes } from './people/people-routes.ts'
import { privacyRoutes } from './privacy/privacy-routes.ts'
import { resultsRoutes } from './results/results-routes.ts'
import { arrivalTexts } from './shell/arrival-texts.ts'
import { FailurePage } from './shell/fault-pages.tsx'
import { NotFoundPage, otherRoute, rootRoute, shellRoute } from './shell/shell-route.tsx'
import { microsoftTeamsRoutes } from './microsoft-teams/microsoft-teams-routes.ts'
import { holidayRoutes } from './holidays/holiday-routes.ts'
import { scheduleRoutes } from './schedule/schedule-routes.ts'
import { slackRoutes } from './slack/slack-routes.ts'
import { surveyRoutes } from './surveys/survey-routes.ts'
import { parseSearch, stringifySearch } from './ui/search-schema.ts'
import { themeRoutes } from './themes/theme-routes.ts'
import { templateRoutes } from './templates/template-routes.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'

const signedOutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/signed-out',
  component: lazyPage(() => import('./shell/signed-out-page.tsx'), 'SignedOutPage', arrivalTexts),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signedOutRoute,
    shellRoute.addChildren([
      ...homeRoutes,
      ...surveyRoutes,
      ...scheduleRoutes,
      ...templateRoutes,
      ...draftRoutes,
      ...liveRoutes,
      ...resultsRoutes,
      ...answerRoutes,
      ...insightRoutes,
      ...figureRoutes,
      ...themeRoutes,
      ...actionRoutes,
      ...directoryRoutes,
      ...directoryImportRoutes,
      ...exportRoutes,
      ...connectionRoutes,
      ...confirmationRoutes,
      ...accountRoutes,
      ...applicationRoutes,
      ...webhookRoutes,
      ...eventRoutes,
      ...organisationRoutes,
      ...userRoutes,
      ...integrationRoutes,
      ...identityProviderRoutes,
      ...directorySyncRoutes,
      ...slackRoutes,
      ...microsoftTeamsRoutes,
      ...holidayRoutes,
      ...alertRoutes,
      ...privacyRoutes,
      ...offboardingRoutes,
      ...auditRoutes,
      otherRoute,
    ]),
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // A pointer that only passes over links fetches nothing.
  defaultPreloadDelay: 80,
  defaultPreloadStaleTime: 0,
  // Another object's page starts over: nothing that was typed or opened on the one before travels along.
  defaultRemountDeps: ({ params }) => params,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ({ error, reset }) => <FailurePage error={error} onRetry={reset} />,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  // The library reads the type of the router from here.
  interface Register {
    router: typeof router
  }
}
