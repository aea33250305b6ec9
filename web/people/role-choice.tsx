/** The role of somebody, to choose: at once, except for a new admin, an admin's, and for one's own, which are confirmed first. */
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import { wasLeft } from '../ui/sign-in-again.tsx'
import type { Person, Role } from './people-queries.ts'
import { peopleTexts } from './people-texts.ts'
import { usePersonChange } from './person-change.ts'
import { roleOf, useRole, useRoleOptions } from './role-words.ts'

const roles = ['member', 'analyst', 'admin'] as const satisfies readonly Role[]

export function RoleChoice({ person, isOwn }: { person: Person; isOwn: boolean }) {
  const say = useMessages(peopleTexts)
  const role = useRole()
  const roleOptions = useRoleOptions()
  const { id, name } = person
  const dialogOf = (to: Role): string => `${to} ${id}`
  const [asked, setAsked] = useState<Role | null>(() => roles.find((to) => wasLeft(dialogOf(to))) ?? null)
  const update = usePersonChange({ asks: asked !== null, onDone: () => setAsked(null) })
  const change = (to: Role): void => update.mutate({ person, body: { role: to } })
  return (
    <>
      <NativeSelect
        aria-label={say('role_of', { name })}
        size="xs"
        w={112}
        data={roleOptions}
        value={person.role}
        disabled={person.state !== 'active' || update.isPending}
        onChange={(event) => {
          const to = roleOf(event.currentTarget.value)
          if (isOwn || to === 'admin' || person.role === 'admin') setAsked(to)
          else change(to)
        }}
      />
      {asked && (
        <Confirm
          name={dialogOf(asked)}
          {...(isOwn
            ? { title: say('own_role_title', { role: role(asked).label }), effect: say('own_role_effect') }
            : asked === 'admin'
              ? { title: say('admin_title', { name }), effect: say('admin_effect') }
              : {
                  title: say('demote_title', { name, role: role(asked).label }),
                  effect: say('demote_effect'),
                })}
          action={say(isOwn || asked !== 'admin' ? 'change_role' : 'make_admin')}
          onClose={() => {
            update.reset()
            setAsked(null)
          }}
          onConfirm={() => change(asked)}
          isBusy={update.isPending}
          error={update.error}
        />
      )}
    </>
  )
}
