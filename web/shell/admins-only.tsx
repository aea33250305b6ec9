/** Pages that only admins may read: everybody else is told so, and whom to ask, before anything is refused. */
import type { ReactNode } from 'react'
import { useMe } from '../me.ts'
import { EmptyState } from '../ui/states.tsx'
import { useMessages } from '../messages.ts'
import { shellTexts } from './shell-texts.ts'

export function AdminsOnly({ children }: { children: ReactNode }) {
  const say = useMessages(shellTexts)
  const { data: me } = useMe()
  if (!me?.organisation || me.role === 'admin') return children
  return (
    <div className="card">
      <EmptyState
        title={say('admins_only')}
        description={say('admins_only_hint', {
          role: say(`role_in_sentence_${me.role ?? 'member'}`),
          organisation: me.organisation.name,
        })}
      />
    </div>
  )
}
