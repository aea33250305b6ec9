/** Starts the pages: theme, cache, router, toasts. */
import './ui/mantine.css'
import './ui/tokens.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api.ts'
import { router } from './router.tsx'
import { colorScheme, theme } from './ui/theme.ts'
import { ToastPlace } from './ui/toast-place.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The document has no place for the pages')

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={colorScheme}>
      <ToastPlace />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
