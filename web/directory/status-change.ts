/**
 * Changes the status of a member on the version that the person saw. Where somebody else has saved something else meanwhile, it is changed all
 * the same; where they changed the status, the person decides.
 */
import { useRef, useState } from 'react'
import { isConflict } from '../queries.ts'
import type { Member } from './directory-queries.ts'
import { readMember, useMemberUpdate } from './member-queries.ts'

export type Status = 'active' | 'suspended' | 'deactivated'

type Callbacks = { onDone: (now: Member['status']) => void; onFailed?: (error: Error) => void }

export function useStatusChange(member: Member, { onDone, onFailed }: Callbacks) {
  const [conflict, setConflict] = useState<{ wanted: Status; theirs: Member } | null>(null)
  /** What the person saw as they chose, whatever has been read since. */
  const seen = useRef(member.status)
  const update = useMemberUpdate({
    onDone: ({ status }) => {
      setConflict(null)
      onDone(status)
    },
    onFailed: (error, { patch: { status: wanted } = {} }) => {
      if (isConflict(error) && wanted) void compare(wanted)
      else onFailed?.(error)
    },
  })
  const send = (status: Status, version: number): void =>
    update.mutate({ id: member.id, version, patch: { status } })
  async function compare(wanted: Status): Promise<void> {
    const theirs = await readMember(member.id)
    if (theirs.status === seen.current || theirs.status === wanted) send(wanted, theirs.version)
    else setConflict({ wanted, theirs })
  }
  return {
    change: (status: Status) => {
      seen.current = member.status
      send(status, member.version)
    },
    isPending: update.isPending,
    error: isConflict(update.error) ? null : update.error,
    reset: update.reset,
    conflict: conflict && {
      mine: conflict.wanted,
      theirs: conflict.theirs.status,
      isBusy: update.isPending,
      onKeepMine: () => send(conflict.wanted, conflict.theirs.version),
      onTakeTheirs: () => setConflict(null),
      onClose: () => setConflict(null),
    },
  }
}
