/** What an admin does with several members at once. It stays at the lower edge while somebody is selected. */
import { Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useMessages } from '../messages.ts'
import { Popup, PopupItem } from '../ui/popup.tsx'
import { findLeftDraft } from '../ui/sign-in-again.tsx'
import type { ListedMember, TeamTree } from './directory-queries.ts'
import { directoryTexts } from './directory-texts.ts'
import classes from './directory.module.css'
import { SeveralDialog, SeveralStatusDialog } from './parts.ts'
import { type Act, isOfStatus, leftName, type StatusAct, statusActsFor, whomIt } from './several.ts'

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
  const [act, setAct] = useState<Act | StatusAct | null>(
    () => findLeftDraft<{ act: Act | StatusAct }>(leftName)?.act ?? null,
  )
  if (members.length === 0) return null
  const team = tree.teams.find(({ id }) => id === chosen)
  const ends = {
    onClose: () => setAct(null),
    onDone: () => {
      setAct(null)
      onClear()
    },
  }
  const statusActs = statusActsFor(members)
  const isOfTeam = team !== undefined && members.some(({ team_ids: ids }) => ids.includes(team.id))
  return (
    <div className={`card ${classes.several}`} role="group" aria-label={say('with_selected')}>
      <span className={classes.severalCount}>
        <strong>{say('people_selected', { count: members.length })}</strong>
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          {say('clear_selection')}
        </Button>
      </span>
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
        {statusActs.length > 0 && (
          <Popup label={say('more_several')} face={<IconDots size={20} aria-hidden />}>
            {() =>
              statusActs.map((one) => (
                <PopupItem key={one} onClick={() => setAct(one)}>
                  {say(`${one}_several`)}
                </PopupItem>
              ))
            }
          </Popup>
        )}
      </span>
      <Suspense>
        {act &&
          (isOfStatus(act) ? (
            <SeveralStatusDialog {...{ act, tree }} members={whomIt(act, members)} {...ends} />
          ) : (
            <SeveralDialog {...{ act, tree, members }} from={team} {...ends} />
          ))}
      </Suspense>
    </div>
  )
}
