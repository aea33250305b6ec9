/** For somebody who lost their app and their codes: an admin takes away their second factor, and they are told by e-mail. */
import { Button } from '@mantine/core'
import { useMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import { useDialog } from '../ui/sign-in-again.tsx'
import { showDone } from '../ui/toast.ts'
import { type Person, useSecondFactorReset } from './people-queries.ts'
import { peopleTexts } from './people-texts.ts'

export function SecondFactorReset({ person }: { person: Person }) {
  const say = useMessages(peopleTexts)
  const { name } = person
  const dialog = `reset ${person.id}`
  const { isOpen, open, close } = useDialog(dialog)
  const reset = useSecondFactorReset(() => {
    close()
    showDone(say('factor_reset', { name }))
  })
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={say('reset_factor_named', { name })}
        onClick={open}
      >
        {say('reset_factor')}
      </Button>
      {isOpen && (
        <Confirm
          name={dialog}
          title={say('reset_factor_title', { name })}
          effect={say('reset_factor_effect')}
          action={say('reset_factor')}
          onClose={() => {
            reset.reset()
            close()
          }}
          onConfirm={() => reset.mutate(person)}
          isBusy={reset.isPending}
          error={reset.error}
        />
      )}
    </>
  )
}
