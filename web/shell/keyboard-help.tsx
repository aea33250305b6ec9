/** The list of keys. */
import { isApple } from '../place.ts'
import { useRegisteredKeys } from '../ui/page-keys.ts'
import { usePlaces } from './navigation.ts'
import classes from './shell.module.css'
import { useMessages } from '../messages.ts'
import { Modal } from '../ui/modal.tsx'
import { keyboardTexts } from './keyboard-texts.ts'
import { shellTexts } from './shell-texts.ts'

type Key = readonly [keys: readonly string[], description: string]

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const say = useMessages(keyboardTexts)
  const sayShell = useMessages(shellTexts)
  const keys: readonly Key[] = [
    [[isApple ? '⌘K' : sayShell('control_key', { key: 'K' })], say('key_palette')],
    [['/'], say('key_search')],
    ...usePlaces().map(({ key, label }): Key => [['g', key], label]),
    ...useRegisteredKeys().map(({ key, label }): Key => [[key], label]),
    [['?'], say('key_help')],
  ]
  return (
    <Modal onClose={onClose} title={<strong>{say('keyboard')}</strong>}>
      <dl className={classes.keys}>
        {keys.map(([pressed, description]) => (
          <div key={pressed.join(' ')} style={{ display: 'contents' }}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key} className={classes.key} style={{ marginRight: 4 }}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
