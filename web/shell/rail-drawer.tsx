/** The rail on a narrow screen. */
import '@mantine/core/styles/Drawer.css'
import { Drawer } from '@mantine/core'
import { Rail } from './rail.tsx'

export const RailDrawer = ({ onClose }: { onClose: () => void }) => (
  <Drawer opened onClose={onClose} size={280} title={<strong>Sonde</strong>} padding="md">
    <Rail inDrawer />
  </Drawer>
)
