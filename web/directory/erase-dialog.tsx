/**
 * Erases a member for good, in person: a privacy request is recorded and carried out. What goes and what stays is said before, as
 * src/erasure/erasure.ts does it. Anyone who signed in too long ago is led to sign in again before they type anything.
 */
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../me.ts'
import { useMessages } from '../messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { needsSignIn, SignInAgain } from '../ui/sign-in-again.tsx'
import { showDone } from '../ui/toast.ts'
import type { Member } from './directory-queries.ts'
import classes from './directory.module.css'
import { useErasure } from './member-queries.ts'
import { memberTexts } from './member-texts.ts'

type Props = { member: Member; onClose: () => void }

const goes = ['goes_details', 'goes_teams', 'goes_sign_in', 'goes_answers', 'goes_links'] as const
const stays = [
  'stays_anonymous',
  'stays_figures',
  'stays_id',
  'stays_templates',
  'stays_sent',
  'stays_provider',
] as const

export function EraseDialog({ member: { id, name }, onClose }: Props) {
  const say = useMessages(memberTexts)
  const me = useQuery({ ...meQuery, staleTime: 0 })
  const erase = useErasure(() => {
    onClose()
    showDone(say('erased'))
  })
  const isTooOld = me.data?.session?.fresh === false && !me.isFetching
  const action = say('erase')
  return (
    <ConfirmDialog
      title={say('erase_title', { name })}
      effect={
        <div className="stack-tight">
          <p>{say('erase_effect')}</p>
          <h3>{say('erase_goes')}</h3>
          <ul className={classes.effects}>
            {goes.map((one) => (
              <li key={one}>{say(one)}</li>
            ))}
          </ul>
          <h3>{say('erase_stays')}</h3>
          <ul className={classes.effects}>
            {stays.map((one) => (
              <li key={one}>{say(one)}</li>
            ))}
          </ul>
          <p>{say('erase_told')}</p>
        </div>
      }
      action={action}
      name="erase"
      typeToConfirm={name}
      isDangerous
      isBusy={erase.isPending}
      error={erase.error}
      onConfirm={() => erase.mutate(id)}
      onClose={onClose}
    >
      {isTooOld && !needsSignIn(erase.error) && <SignInAgain action={action} dialog="erase" />}
    </ConfirmDialog>
  )
}
