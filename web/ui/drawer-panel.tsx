/** The panel of web/ui/url-drawer.tsx, a chunk of its own. */
import '@mantine/core/styles/Drawer.css'
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './drawer-panel.module.css'
import { useFocusBack } from './focus-back.ts'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A dialog or a menu is above it: Escape is meant for that one, but all of them receive it. */
const isCovered = (): boolean =>
  document.querySelector(':popover-open') !== null ||
  document.querySelectorAll('[role="dialog"][aria-modal="true"]').length > 1

export function DrawerPanel({ title, onClose, children }: Props) {
  useFocusBack()
  return (
    <Drawer
      opened
      onClose={() => {
        if (!isCovered()) onClose()
      }}
      position={document.documentElement.dir === 'rtl' ? 'left' : 'right'}
      size="min(480px, 100vw)"
      padding="lg"
      transitionProps={{ duration: 0 }}
      title={<strong className={classes.title}>{title}</strong>}
    >
      {children}
    </Drawer>
  )
}
