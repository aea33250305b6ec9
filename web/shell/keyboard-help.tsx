/** The list of keys. */
import { Modal } from '@mantine/core'
import { commandKey } from '../place.ts'
import { places } from './navigation.ts'
import classes from './shell.module.css'

const keys: readonly [string, string][] = [
  [`${commandKey}K`, 'Search and go anywhere'],
  ['/', 'Search in this list'],
  ...places.map(({ key, label }): [string, string] => [`g ${key}`, label]),
  ['?', 'This list'],
]

export const KeyboardHelp = ({ onClose }: { onClose: () => void }) => (
  <Modal opened onClose={onClose} title={<strong>Keyboard</strong>}>
    <dl className={classes.keys}>
      {keys.map(([pressed, says]) => (
        <div key={pressed} style={{ display: 'contents' }}>
          <dt>
            {(pressed.includes('K') ? [pressed] : pressed.split(' ')).map((key) => (
              <kbd key={key} className={classes.key} style={{ marginRight: 4 }}>
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  </Modal>
)
