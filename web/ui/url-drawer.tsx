/**
 * Details at the side of a list, open while the address has its `param`: a link opens it, it can be sent to somebody, and back closes it.
 * The focus returns to what opened it, or to its row, if the address did.
 *
 *   <Link to="." search={searchWith({ person: id })}>…</Link>
 *   <UrlDrawer param="person" title={say('person')}>{(id) => <PersonDetail id={id} />}</UrlDrawer>
 */
import { lazy, type ReactNode, Suspense } from 'react'
import { useAddress } from './address.ts'
import { SkeletonLines } from './states.tsx'

const DrawerPanel = lazy(() =>
  import('./drawer-panel.tsx').then(({ DrawerPanel }) => ({ default: DrawerPanel })),
)

type Props = {
  param: string
  title: string | ((value: string) => string)
  children: (value: string) => ReactNode
}

export function UrlDrawer({ param, title, children }: Props) {
  const { values, change } = useAddress()
  const value = values[param]
  if (value === undefined) return null
  const close = (): void => {
    change({ [param]: undefined })
    returnTo(value)
  }
  return (
    <Suspense>
      <DrawerPanel title={typeof title === 'function' ? title(value) : title} onClose={close}>
        <Suspense fallback={<SkeletonLines />}>{children(value)}</Suspense>
      </DrawerPanel>
    </Suspense>
  )
}

/** When the drawer is gone, and nothing else has the focus: the row of a DataTable whose key is the value. */
function returnTo(key: string): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
    const link = row?.querySelector<HTMLElement>('[role=rowheader] :is(a, button)')
    ;(link ?? row)?.focus()
  }, settleMs)
}

const settleMs = 50
