/** What an admin does with teams: adds one, under the team that is chosen; edits or archives the chosen one, beside its name. */
import { Button } from '@mantine/core'
import { IconArchive, IconDots } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { asUser } from '../as-user.ts'
import { useMessages } from '../messages.ts'
import { useWrite } from '../queries.ts'
import { useAddress } from '../ui/address.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Popup, PopupItem } from '../ui/popup.tsx'
import { useDialog } from '../ui/sign-in-again.tsx'
import { showDone } from '../ui/toast.ts'
import type { Team, TeamTree } from './directory-queries.ts'
import { directoryTexts } from './directory-texts.ts'
import classes from './directory.module.css'
import { TeamDialog } from './parts.ts'

export function TeamAddition({ tree, team }: { tree: TeamTree; team: Team | undefined }) {
  const say = useMessages(directoryTexts)
  const { change } = useAddress()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.acts}>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {say('add_team')}
      </Button>
      <Suspense>
        {isOpen && (
          <TeamDialog
            tree={tree}
            parent={team?.id}
            id={undefined}
            onClose={() => setOpen(false)}
            onDone={({ id }) => {
              setOpen(false)
              change({ team: id }, { isEntry: true })
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

type ActsProps = { tree: TeamTree; team: Team; onEdit: () => void }

export function TeamActs({ tree, team, onEdit }: ActsProps) {
  const say = useMessages(directoryTexts)
  return (
    <span className={classes.headActs}>
      <Button variant="default" size="compact-sm" onClick={onEdit}>
        {say('edit_team')}
      </Button>
      <Archiving tree={tree} team={team} />
    </span>
  )
}

function Archiving({ tree, team }: { tree: TeamTree; team: Team }) {
  const say = useMessages(directoryTexts)
  const { change } = useAddress()
  const dialog = useDialog('archive')
  const archive = useWrite({
    send: () => asUser.call('deleteTeam', { params: { id: team.id } }),
    changes: ['getTeamTree', 'listMembers', 'getMember', 'listTeams'],
    onDone: () => {
      dialog.close()
      change({ team: undefined })
      showDone(say('archived'))
    },
  })
  const below = tree.teams.filter(({ parent_team_id: parent }) => parent === team.id).length
  return (
    <>
      <Popup label={say('more_acts', { name: team.name })} face={<IconDots size={20} aria-hidden />}>
        {() => (
          <PopupItem icon={<IconArchive size={16} aria-hidden />} onClick={dialog.open}>
            {say('archive_team')}
          </PopupItem>
        )}
      </Popup>
      {dialog.isOpen && (
        <Confirm
          title={say('archive_title', { name: team.name })}
          effect={
            <div className="stack-tight">
              <p>{say('archive_effect')}</p>
              <p>{say('archive_members', { count: team.member_count })}</p>
              {below > 0 && <p>{say('archive_below', { count: below })}</p>}
            </div>
          }
          action={say('archive_team')}
          name="archive"
          isBusy={archive.isPending}
          error={archive.error}
          onConfirm={() => archive.mutate()}
          onClose={() => {
            archive.reset()
            dialog.close()
          }}
        />
      )}
    </>
  )
}
