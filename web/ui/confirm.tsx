/** ConfirmDialog, fetched when something is first confirmed: the dialog weighs more than the page that it is on. */
import { type ComponentProps, lazy, Suspense } from 'react'

const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
)

export const Confirm = (props: ComponentProps<typeof ConfirmDialog>) => (
  <Suspense>
    <ConfirmDialog {...props} />
  </Suspense>
)
