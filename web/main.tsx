/** Starts the pages, in the reader's language: theme, cache, router, toasts. */
import './ui/mantine.css'
import './ui/tokens.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api.ts'
import { router } from './router.tsx'
import { language, loadMessages, messagesOf } from './messages.ts'
import { shellTexts } from './shell/shell-texts.ts'
import { colorScheme, themeWith } from './ui/theme.ts'
import { ToastPlace } from './ui/toast-place.tsx'
import { uiTexts } from './ui/ui-texts.ts'
// Small parts of most pages: a file for each would be larger than they are.
import './shell/admins-only.tsx'
import '../contract/form-items.ts'
import './results/results-address.ts'
import './surveys/survey-addresses.ts'
import './ui/address.ts'
import './ui/far-apart.ts'
import './ui/form.module.css'
import './ui/grid-steps.ts'
import './ui/hidden.tsx'
import './ui/links.tsx'
import './ui/number-format.ts'
import './ui/query-state.tsx'
import './ui/refusal.tsx'
import './ui/text.module.css'
import './ui/time.tsx'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The document has no place for the pages')
  document.documentElement.lang = language
  await loadMessages(uiTexts, shellTexts)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={themeWith(messagesOf(uiTexts))}
        defaultColorScheme="auto"
        colorSchemeManager={colorScheme}
      >
        <ToastPlace />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}

// Not awaited: a module that waits at its top is in the way of chunks that import it.
void start()
