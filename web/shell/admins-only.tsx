/** Pages that only admins may read: everybody else is told so, and whom to ask, before anything is refused. */
import { type ReactNode } from 'react'
import { useMe } from '../me.ts'
import { EmptyState } from '../ui/states.tsx'

export function AdminsOnly({ children }: { children: ReactNode }) {
  const { data: me } = useMe()
  if (!me?.organisation || me.role === 'admin') return children
  return (
    <div className="card">
      <EmptyState
        title="This page is for admins"
        description={`You are in ${me.organisation.name} as ${me.role}. An admin can give you more, under People.`}
      />
    </div>
  )
}
