/** Several members are suspended, deactivated or active again: what follows for them, and who no longer leads a team. */
import { useState } from 'react'
import { useMessages } from '../messages.ts'
import { useWrite } from '../queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showDone, showFailure, showUndoable } from '../ui/toast.ts'
import type { ListedMember, Team, TeamTree } from './directory-queries.ts'
import { changes } from './member-queries.ts'
import { memberTexts } from './member-texts.ts'
import { isLead, type Left, leftName, type StatusAct } from './several.ts'
import { carryOutStatus, statusSteps, type StatusStep, statusStepsBack } from './several-status.ts'

type Props = {
  act: StatusAct
  tree: TeamTree
  /** Whose status it changes. */
  members: readonly ListedMember[]
  onClose: () => void
  onDone: () => void
}

export function SeveralStatusDialog({ act, tree: { teams }, members, onClose, onDone }: Props) {
  const say = useMessages(memberTexts)
  const [at, setAt] = useState(0)
  const count = members.length
  const write = useWrite({
    send: (steps: readonly StatusStep[]) => carryOutStatus(steps, setAt),
    changes,
    onDone: (done) => {
      const left = count - done.length
      const message = [
        say(`${act}_several_done`, { count: done.length }),
        ...(left === 0 ? [] : [say('several_unchanged', { count: left })]),
      ].join('. ')
      const back = statusStepsBack(done, members, teams)
      if (back.length === 0) showDone(message)
      else void showUndoable(message, () => undo.mutate(back))
      onDone()
    },
  })
  const undo = useWrite({
    send: (steps: readonly StatusStep[]) => carryOutStatus(steps, () => undefined),
    changes,
    onDone: () => showDone(say('status_as_before')),
    onFailed: showFailure,
  })
  return (
    <ConfirmDialog
      title={say(`${act}_several_title`, { count })}
      effect={
        <div className="stack-tight">
          <p>{say(`${act}_several_effect`)}</p>
          {act === 'deactivate' && <LeadsLost members={members} teams={teams} />}
        </div>
      }
      action={write.isPending && count > 1 ? say('carried_out', { done: at, count }) : say(act)}
      name={leftName}
      draft={{ act, members: members.map(({ id }) => id), target: null } satisfies Left}
      isBusy={write.isPending}
      error={write.error}
      onConfirm={() => {
        setAt(0)
        write.mutate(statusSteps(members, act))
      }}
      onClose={onClose}
    />
  )
}

function LeadsLost({ members, teams }: { members: readonly ListedMember[]; teams: readonly Team[] }) {
  const say = useMessages(memberTexts)
  const lost = members.flatMap(({ id, name }) => {
    const led = teams.filter((team) => isLead(teams, team.id, id)).map((team) => team.name)
    return led.length > 0 ? [`${name} (${led.join(', ')})`] : []
  })
  return lost.length > 0 && <p>{say('leads_lost', { count: lost.length, who: lost.join(', ') })}</p>
}
