/**
 * What an admin does about somebody who signs in, beside their role: anyone who is disabled is out at once; anyone who lost their app and their
 * codes loses their second factor, and is told by e-mail.
 */
import { IconDots, IconShieldOff, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Popup, PopupItem } from '../ui/popup.tsx'
import { useDialog } from '../ui/sign-in-again.tsx'
import { showDone } from '../ui/toast.ts'
import { uiTexts } from '../ui/ui-texts.ts'
import { type Person, useSecondFactorReset } from './people-queries.ts'
import { peopleTexts } from './people-texts.ts'
import classes from './people.module.css'
import { usePersonChange } from './person-change.ts'

export function PersonMenu({ person }: { person: Person }) {
  const say = useMessages(peopleTexts)
  const sayUi = useMessages(uiTexts)
  const { id, name, state, identities } = person
  const [isDisabling, setDisabling] = useState(false)
  const resetting = useDialog(`reset ${id}`)
  const update = usePersonChange({ asks: isDisabling, onDone: () => setDisabling(false) })
  return (
    <span className={classes.menu}>
      <Popup label={say('menu_of', { name })} face={<IconDots size={18} aria-hidden />}>
        {() =>
          state === 'active' ? (
            <>
              {identities > 0 && (
                <PopupItem icon={<IconShieldOff size={16} aria-hidden />} onClick={resetting.open}>
                  {sayUi('opens_dialog', { what: say('reset_factor') })}
                </PopupItem>
              )}
              <PopupItem
                tone="bad"
                icon={<IconUserOff size={16} aria-hidden />}
                onClick={() => setDisabling(true)}
              >
                {sayUi('opens_dialog', { what: say('disable') })}
              </PopupItem>
            </>
          ) : (
            <PopupItem
              icon={<IconUserCheck size={16} aria-hidden />}
              onClick={() => update.mutate({ person, body: { state: 'active' } })}
            >
              {say('enable')}
            </PopupItem>
          )
        }
      </Popup>
      {isDisabling && (
        <Confirm
          title={say('disable_title', { name })}
          effect={say('disable_effect', { name })}
          action={say('disable_person')}
          onClose={() => {
            update.reset()
            setDisabling(false)
          }}
          onConfirm={() => update.mutate({ person, body: { state: 'disabled' } })}
          isBusy={update.isPending}
          error={update.error}
        />
      )}
      {resetting.isOpen && <SecondFactorReset person={person} onClose={resetting.close} />}
    </span>
  )
}

function SecondFactorReset({ person, onClose }: { person: Person; onClose: () => void }) {
  const say = useMessages(peopleTexts)
  const { id, name } = person
  const reset = useSecondFactorReset(() => {
    onClose()
    showDone(say('factor_reset', { name }))
  })
  return (
    <Confirm
      name={`reset ${id}`}
      title={say('reset_factor_title', { name })}
      effect={say('reset_factor_effect')}
      action={say('reset_factor')}
      onClose={onClose}
      onConfirm={() => reset.mutate(person)}
      isBusy={reset.isPending}
      error={reset.error}
    />
  )
}
