/** A secret that is shown this once, or several. Nothing closes it but saying that it is stored. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import form from './form.module.css'
import { Modal } from './modal.tsx'

type Props = {
  title: string
  /** What the button says: that it is stored. */
  stored: string
  onStored: () => void
  /** Beside the button. */
  beside?: ReactNode
  /** What is beside it comes first. */
  isLater?: boolean
  children: ReactNode
}

export const ShownOnce = ({ title, stored, onStored, beside, isLater = false, children }: Props) => (
  <Modal
    onClose={() => {}}
    withCloseButton={false}
    closeOnEscape={false}
    closeOnClickOutside={false}
    size="lg"
    title={<strong>{title}</strong>}
  >
    <div className="stack">
      {children}
      <div className={form.ends}>
        {beside}
        <Button variant={isLater ? 'default' : 'filled'} onClick={onStored}>
          {stored}
        </Button>
      </div>
    </div>
  </Modal>
)
