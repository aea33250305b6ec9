/** Starts the pages: theme, cache, router, toasts. */
import './ui/mantine.css'
import './ui/tokens.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './api.ts'
import { router } from './router.tsx'
import { colorScheme, theme } from './ui/theme.ts'

// After the first view: nothing is toasted before somebody has done something.
const Toasts = lazy(() => import('./ui/toasts.tsx').then(({ Toasts }) => ({ default: Toasts })))

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={colorScheme}>
      <Suspense>
        <Toasts />
      </Suspense>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
