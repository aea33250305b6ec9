/** The rail on a narrow screen. */
import '@mantine/core/styles/Drawer.css'
import { Drawer } from '@mantine/core'
import { useFocusBack } from '../ui/focus-back.ts'
import { Rail } from './rail.tsx'

export function RailDrawer({ onClose }: { onClose: () => void }) {
  useFocusBack()
  return (
    <Drawer opened onClose={onClose} size={280} title={<strong>Sonde</strong>} padding="md">
      <Rail inDrawer />
    </Drawer>
  )
}
