/** Which team several members move to or join, and what follows for those that they are in; or that they leave the one that is listed. */
import { useState } from 'react'
import { useMessages } from '../messages.ts'
import { useWrite } from '../queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { findLeftDraft } from '../ui/sign-in-again.tsx'
import { showDone, showFailure, showUndoable } from '../ui/toast.ts'
import type { ListedMember, Team, TeamTree } from './directory-queries.ts'
import { changes } from './member-queries.ts'
import { memberTexts } from './member-texts.ts'
import { type Act, carryOut, isLead, type Left, leftName, type Step, stepsBack, stepsOf } from './several.ts'
import { TeamChoice } from './team-choice.tsx'

type Props = {
  act: Act
  tree: TeamTree
  /** The team that is listed. */
  from: Team | undefined
  members: readonly ListedMember[]
  onClose: () => void
  onDone: () => void
}

export function SeveralDialog({ act, tree: { teams }, from, members, onClose, onDone }: Props) {
  const say = useMessages(memberTexts)
  const [target, setTarget] = useState<string | null>(() => findLeftDraft<Left>(leftName)?.target ?? null)
  const [isTried, setTried] = useState(false)
  const [done, setCarriedOut] = useState(0)
  const steps = stepsOf(members, { act, target: act === 'remove' ? null : target, from: from?.id })
  const count = members.length
  const nameOf = (id: string): string => teams.find((team) => team.id === id)?.name ?? say('team_not_listed')
  const personOf = (id: string): string => members.find((one) => one.id === id)?.name ?? ''
  const names = { count, team: act === 'remove' ? (from?.name ?? '') : target === null ? '' : nameOf(target) }

  const write = useWrite({
    send: (all: readonly Step[]) => carryOut(all, setCarriedOut),
    changes,
    onDone: (carriedOut, asked) => {
      const isWhole = asked.every(({ leaves }, at) => leaves.length === carriedOut[at].leaves.length)
      const message = [say(`${act}_done`, names), ...(isWhole ? [] : [say('some_managed')])].join(' ')
      const back = stepsBack(carriedOut, teams)
      void showUndoable(message, () => undo.mutate(back))
      onDone()
    },
  })
  const undo = useWrite({
    send: (all: readonly Step[]) => carryOut(all, () => undefined),
    changes,
    onDone: () => showDone(say('teams_as_before')),
    onFailed: showFailure,
  })

  return (
    <ConfirmDialog
      title={say(`${act}_title`, names)}
      effect={<Effect {...{ act, steps, teams, nameOf, personOf, team: names.team }} />}
      action={
        write.isPending && count > 1
          ? say('carried_out', { done, count: steps.length })
          : say(`${act}_action`)
      }
      name={leftName}
      draft={{ act, members: members.map(({ id }) => id), target } satisfies Left}
      isBusy={write.isPending}
      error={write.error}
      onConfirm={() => {
        setTried(true)
        if (act !== 'remove' && target === null) return
        setCarriedOut(0)
        write.mutate(steps)
      }}
      onClose={onClose}
    >
      {act !== 'remove' && (
        <TeamChoice
          label={say('to_team')}
          teams={teams}
          value={target}
          onChoose={setTarget}
          isBusy={write.isPending}
          error={isTried && target === null ? say('team_missing') : undefined}
        />
      )}
    </ConfirmDialog>
  )
}

type EffectProps = {
  act: Act
  steps: readonly Step[]
  teams: readonly Team[]
  nameOf: (teamId: string) => string
  personOf: (memberId: string) => string
  team: string
}

/** Which teams lose how many, and who no longer leads one. */
function Effect({ act, steps, teams, nameOf, personOf, team }: EffectProps) {
  const say = useMessages(memberTexts)
  if (act === 'add') return <p>{say('add_effect')}</p>
  const losing = Object.entries(
    Object.groupBy(
      steps.flatMap(({ leaves }) => leaves),
      (id) => id,
    ),
  )
    .map(([id, some = []]) => ({ id, name: nameOf(id), count: some.length }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
  const leadsLost = steps.flatMap(({ memberId, leaves }) => {
    const led = leaves.filter((id) => isLead(teams, id, memberId)).map(nameOf)
    return led.length > 0 ? [`${personOf(memberId)} (${led.join(', ')})`] : []
  })
  return (
    <div className="stack-tight">
      <p>{act === 'remove' ? say('leave_effect', { team }) : say('move_effect')}</p>
      {act === 'move' && losing.length > 0 && (
        <ul>
          {losing.map(({ id, name, count }) => (
            <li key={id}>{say('leaves_team', { team: name, count })}</li>
          ))}
        </ul>
      )}
      {leadsLost.length > 0 && (
        <p>{say('leads_lost', { count: leadsLost.length, who: leadsLost.join(', ') })}</p>
      )}
    </div>
  )
}
