/**
 * A dialog, drawn only while it is open. Its first field has the focus, or where it has none the button that is marked as leaving everything
 * as it is (data-dismissal); and what opened it has the focus again when it closes.
 */
import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { useFocusBack } from './focus-back.ts'
import classes from './form.module.css'

const fields = ':is(input,select,textarea):not([type=hidden],:disabled)'
const dismissal = '[data-dismissal]'

/** The component library looks for this mark a moment after the content is there; its own choice is the cross in the corner. */
function markFirst(content: HTMLElement | null): void {
  if (!content || content.querySelector('[data-autofocus]')) return
  const first = content.querySelector(fields) ?? content.querySelector(dismissal)
  first?.setAttribute('data-autofocus', 'true')
}

export function Modal({ children, ...props }: Omit<ModalProps, 'opened'>) {
  useFocusBack()
  return (
    <MantineModal opened {...props}>
      <div ref={markFirst} className={classes.dialog}>
        {children}
      </div>
    </MantineModal>
  )
}
