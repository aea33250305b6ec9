/** Recovery codes, shown once. */
import { useMessages } from '../messages.ts'
import { CopyIcon } from '../ui/copy-field.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { accountTexts } from './account-texts.ts'
import classes from './account.module.css'

type Props = { codes: readonly string[]; onClose: () => void }

export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const say = useMessages(accountTexts)
  return (
    <ShownOnce
      title={say('codes_title')}
      stored={say('codes_saved')}
      onStored={onClose}
      beside={<CopyIcon value={codes.join('\n')} what={say('copy_codes')} />}
    >
      <p>{say('codes_hint')}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </ShownOnce>
  )
}
