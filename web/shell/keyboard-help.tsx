/** The list of keys. */
import { isApple } from '../place.ts'
import { control, useRegisteredKeys } from '../ui/page-keys.ts'
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
  const withControl = (key: string): string => (isApple ? `⌘${key}` : sayShell('control_key', { key }))
  const keys: readonly Key[] = [
    [[withControl('K')], say('key_palette')],
    [['/'], say('key_search')],
    ...usePlaces().map(({ key, label }): Key => [['g', key], label]),
    ...useRegisteredKeys().map(({ key, label }): Key => [
      [key.startsWith(control) ? withControl(key.slice(control.length)) : key],
      label,
    ]),
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
