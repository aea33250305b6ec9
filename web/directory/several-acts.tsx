/** What an admin does with several members at once. It stays at the lower edge while somebody is selected. */
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useMessages } from '../messages.ts'
import { findLeftDraft } from '../ui/sign-in-again.tsx'
import type { ListedMember, TeamTree } from './directory-queries.ts'
import { directoryTexts } from './directory-texts.ts'
import classes from './directory.module.css'
import { SeveralDialog } from './parts.ts'
import { type Act, leftName } from './several.ts'

type Props = {
  tree: TeamTree
  /** The team whose list this is. */
  chosen: string | undefined
  members: readonly ListedMember[]
  onClear: () => void
}

export function SeveralActs({ tree, chosen, members, onClear }: Props) {
  const say = useMessages(directoryTexts)
  /** Anyone who had to sign in again for it finds it open again. */
  const [act, setAct] = useState<Act | null>(() => findLeftDraft<{ act: Act }>(leftName)?.act ?? null)
  if (members.length === 0) return null
  const team = tree.teams.find(({ id }) => id === chosen)
  const isOfTeam = team !== undefined && members.some(({ team_ids: ids }) => ids.includes(team.id))
  return (
    <div className={`card ${classes.several}`} role="group" aria-label={say('with_selected')}>
      <strong>{say('people_selected', { count: members.length })}</strong>
      <span className={classes.severalActs}>
        <Button size="compact-sm" onClick={() => setAct('move')}>
          {say('move_several')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setAct('add')}>
          {say('add_several')}
        </Button>
        {isOfTeam && (
          <Button size="compact-sm" variant="default" onClick={() => setAct('remove')}>
            {say('remove_several', { team: team.name })}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          {say('clear_selection')}
        </Button>
      </span>
      <Suspense>
        {act && (
          <SeveralDialog
            {...{ act, tree, members }}
            from={team}
            onClose={() => setAct(null)}
            onDone={() => {
              setAct(null)
              onClear()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
