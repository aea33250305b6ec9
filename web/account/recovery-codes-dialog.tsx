/** Recovery codes, shown once. A click beside the dialog does not close it: they could not be read again. */
import { Button, Modal } from '@mantine/core'
import { useMessages } from '../messages.ts'
import { CopyIcon } from '../ui/copy-field.tsx'
import form from '../ui/form.module.css'
import { accountTexts } from './account-texts.ts'
import classes from './account.module.css'

type Props = { codes: readonly string[]; onClose: () => void }

export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const say = useMessages(accountTexts)
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={<strong>{say('codes_title')}</strong>}
    >
      <div className="stack">
        <p>{say('codes_hint')}</p>
        <ul className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={form.ends}>
          <CopyIcon value={codes.join('\n')} what={say('copy_codes')} />
          <Button onClick={onClose}>{say('codes_saved')}</Button>
        </div>
      </div>
    </Modal>
  )
}
