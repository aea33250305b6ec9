/** ConfirmByTyping, fetched when something is first asked for: the dialog weighs more than the page that it stands on. */
import { type ComponentProps, lazy, Suspense } from 'react'

const ConfirmByTyping = lazy(() =>
  import('./confirm-by-typing.tsx').then(({ ConfirmByTyping }) => ({ default: ConfirmByTyping })),
)

export const Confirm = (props: ComponentProps<typeof ConfirmByTyping>) =>
  props.opened && (
    <Suspense>
      <ConfirmByTyping {...props} />
    </Suspense>
  )
