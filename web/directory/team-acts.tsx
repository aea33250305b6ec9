/** What an admin does with teams: adds one, under the team that is chosen; edits or archives the chosen one. */
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { asUser } from '../as-user.ts'
import { useMessages } from '../messages.ts'
import { useWrite } from '../queries.ts'
import { useAddress } from '../ui/address.ts'
import { Confirm } from '../ui/confirm.tsx'
import { useDialog } from '../ui/sign-in-again.tsx'
import { showDone } from '../ui/toast.ts'
import type { Team, TeamTree } from './directory-queries.ts'
import { directoryTexts } from './directory-texts.ts'
import classes from './directory.module.css'
import { TeamDialog } from './parts.ts'

type Props = { tree: TeamTree; team: Team | undefined }

export function TeamActs({ tree, team }: Props) {
  const say = useMessages(directoryTexts)
  const { change } = useAddress()
  const [open, setOpen] = useState<'new' | 'edit' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <div className={classes.acts}>
      <Button variant="default" size="compact-sm" onClick={() => setOpen('new')}>
        {say('add_team')}
      </Button>
      {team && (
        <>
          <Button variant="default" size="compact-sm" onClick={() => setOpen('edit')}>
            {say('edit_team')}
          </Button>
          <Archiving tree={tree} team={team} />
        </>
      )}
      <Suspense>
        {open && (
          <TeamDialog
            tree={tree}
            parent={open === 'new' ? team?.id : undefined}
            id={open === 'edit' ? team?.id : undefined}
            onClose={close}
            onDone={({ id }) => {
              close()
              change({ team: id }, { isEntry: true })
            }}
          />
        )}
      </Suspense>
    </div>
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
      <Button variant="default" size="compact-sm" onClick={dialog.open}>
        {say('archive_team')}
      </Button>
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
