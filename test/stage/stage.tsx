/** Parts of pages without pages: each scene shows some of web/ui/ in all their states. `?dir=rtl` turns the writing around. */
import '../../web/ui/mantine.css'
import '../../web/ui/tokens.css'
import { MantineProvider } from '@mantine/core'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { language, loadMessages, messagesOf } from '../../web/messages.ts'
import { parseSearch, stringifySearch } from '../../web/ui/search-schema.ts'
import { colorScheme, themeWith } from '../../web/ui/theme.ts'
import { ToastPlace } from '../../web/ui/toast-place.tsx'
import { uiTexts } from '../../web/ui/ui-texts.ts'
import { Boards } from './boards.tsx'
import { Charts } from './charts.tsx'
import { Overlays } from './overlays.tsx'
import { Tables } from './tables.tsx'

const rootRoute = createRootRoute({
  component: () => (
    <main>
      <Outlet />
    </main>
  ),
})

const scenes = { charts: Charts, tables: Tables, overlays: Overlays, boards: Boards }

const router: AnyRouter = createRouter({
  routeTree: rootRoute.addChildren(
    Object.entries(scenes).map(([name, component]) =>
      createRoute({ getParentRoute: () => rootRoute, path: `/app/${name}`, component }),
    ),
  ),
  parseSearch,
  stringifySearch,
})

async function start(): Promise<void> {
  document.documentElement.lang = language
  document.documentElement.dir = new URLSearchParams(location.search).get('dir') ?? 'ltr'
  await loadMessages(uiTexts)
  const place = document.getElementById('root')
  if (!place) throw new Error('The document has no place for the scene')
  createRoot(place).render(
    <StrictMode>
      <MantineProvider
        theme={themeWith(messagesOf(uiTexts))}
        defaultColorScheme="auto"
        colorSchemeManager={colorScheme}
      >
        <ToastPlace />
        <RouterProvider router={router} />
      </MantineProvider>
    </StrictMode>,
  )
}

void start()
