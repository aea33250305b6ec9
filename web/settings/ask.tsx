/** AskDialog, fetched when something is first asked for. */
import { type ComponentProps, lazy, Suspense } from 'react'

const AskDialog = lazy(() => import('./ask-dialog.tsx').then(({ AskDialog }) => ({ default: AskDialog })))

export const Ask = (props: ComponentProps<typeof AskDialog>) => (
  <Suspense>
    <AskDialog {...props} />
  </Suspense>
)
