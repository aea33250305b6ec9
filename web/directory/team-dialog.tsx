/** A new team, or the name, the place and the leads of one that there is. Somebody else's change meanwhile is shown before it is overwritten. */
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ReplyOf } from '../../client/client.ts'
import { limits } from '../../contract/limits.ts'
import { fieldErrors, queryClient, SondeError } from '../api.ts'
import { asUser } from '../as-user.ts'
import { useMessages } from '../messages.ts'
import { isConflict, read, useWrite } from '../queries.ts'
import { Alert } from '../ui/alert.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { showDone } from '../ui/toast.ts'
import type { TeamTree } from './directory-queries.ts'
import { type Lead, LeadChoice } from './lead-choice.tsx'
import { setLead } from './member-queries.ts'
import { memberTexts } from './member-texts.ts'
import { TeamChoice } from './team-choice.tsx'
import { pathOf } from './team-rows.ts'

const ConflictDialog = lazy(() =>
  import('../ui/conflict-dialog.tsx').then(({ ConflictDialog }) => ({ default: ConflictDialog })),
)

type WholeTeam = ReplyOf<'getTeam'>
type Done = { onClose: () => void; onDone: (team: WholeTeam) => void }

type Props = Done & {
  tree: TeamTree
  /** The parent of a new team, to begin with. */
  parent: string | undefined
  /** The team that is edited; none: a new one. */
  id: string | undefined
  /** It was opened to name who leads the team. */
  isForLeads?: boolean
}

const oneTeam = (id: string) => read(asUser, 'getTeam', { params: { id } })

const changes = ['getTeamTree', 'getTeam', 'listTeams'] as const
/** A lead is in the team, and the log says who made them one. */
const changesOfEdited = [...changes, 'getMember', 'listMembers', 'listAuditEvents'] as const

export function TeamDialog({ id, ...props }: Props) {
  return id === undefined ? <NewTeam {...props} /> : <EditedTeam id={id} {...props} />
}

type TeamDraft = { name: string; parent: string | null }

const bodyOf = ({ name, parent }: TeamDraft) => ({ name: name.trim(), parent_team_id: parent })

function NewTeam({ tree, parent, onClose, onDone }: Omit<Props, 'id'>) {
  const say = useMessages(memberTexts)
  const [draft, setDraft] = useState<TeamDraft>({ name: '', parent: parent ?? null })
  const add = useWrite({
    send: () => asUser.call('createTeam', { body: bodyOf(draft) }),
    changes,
    onDone: (team) => {
      showDone(say('team_added', { name: team.name }))
      onDone(team)
    },
  })
  return (
    <Form
      title={say('add_team')}
      action={say('add_team')}
      parents={tree.teams}
      {...{ tree, draft, setDraft, onClose }}
      write={{ send: () => add.mutate(), isPending: add.isPending, error: add.error }}
    />
  )
}

function EditedTeam({ id, ...props }: Omit<Props, 'parent'> & { id: string }) {
  return (
    <QueryState query={useQuery(oneTeam(id))} skeleton={null}>
      {(team) => <Edited key={id} team={team} {...props} />}
    </QueryState>
  )
}

const draftOf = ({ name, parent_team_id: parent }: WholeTeam): TeamDraft => ({ name, parent })

const isSame = (draft: TeamDraft, team: WholeTeam): boolean =>
  draft.name.trim() === team.name && draft.parent === team.parent_team_id

/** One after the other: each locks the directory. */
async function changeLeads(teamId: string, before: readonly Lead[], after: readonly Lead[]): Promise<void> {
  const without = (all: readonly Lead[], others: readonly Lead[]) =>
    all.filter((one) => !others.some(({ member_id: id }) => id === one.member_id))
  for (const { member_id: memberId } of without(after, before))
    await setLead({ teamId, memberId, leads: true })
  for (const { member_id: memberId } of without(before, after))
    await setLead({ teamId, memberId, leads: false })
}

type EditedProps = Done & { team: WholeTeam; tree: TeamTree; isForLeads?: boolean }

function Edited({ team, tree, isForLeads = false, onClose, onDone }: EditedProps) {
  const say = useMessages(memberTexts)
  const [draft, setDraft] = useState(() => draftOf(team))
  const [base, setBase] = useState(team)
  const [theirs, setTheirs] = useState<WholeTeam | null>(null)
  const [ledBefore] = useState<readonly Lead[]>(
    () => tree.teams.find(({ id }) => id === team.id)?.leads ?? [],
  )
  const [leads, setLeads] = useState(ledBefore)
  const save = useWrite({
    send: async (version: number) => {
      // Directory sync keeps the name of some teams, and says nothing of who leads them.
      const after = isSame(draft, base)
        ? base
        : await asUser.call('updateTeam', {
            params: { id: team.id },
            body: bodyOf(draft),
            ifMatch: version,
          })
      // Whoever tries again, because a lead could not be saved, goes on from here.
      setBase(after)
      await changeLeads(team.id, ledBefore, leads)
      return after
    },
    changes: changesOfEdited,
    onDone: (after) => {
      showDone(say('team_saved'))
      onDone(after)
    },
    onFailed: (error) => {
      if (isConflict(error)) void compare()
    },
  })
  /** People who joined or left made a new version, too: only another name or place is a conflict. */
  async function compare(): Promise<void> {
    const now = await queryClient.fetchQuery({ ...oneTeam(team.id), staleTime: 0 })
    if (now.name === base.name && now.parent_team_id === base.parent_team_id) save.mutate(now.version)
    else setTheirs(now)
  }
  const nameOf = (id: string | null): string =>
    tree.teams.find((one) => one.id === id)?.name ?? say('at_the_top')
  const isAbove = (one: string): boolean => pathOf(tree.teams, one).some(({ id }) => id === team.id)
  if (theirs)
    return (
      <Suspense>
        <ConflictDialog
          differences={[
            { field: say('name'), mine: draft.name, theirs: theirs.name },
            { field: say('parent'), mine: nameOf(draft.parent), theirs: nameOf(theirs.parent_team_id) },
          ].filter((row) => row.mine !== row.theirs)}
          isBusy={save.isPending}
          onKeepMine={() => {
            setBase(theirs)
            save.mutate(theirs.version)
          }}
          onTakeTheirs={() => {
            setDraft(draftOf(theirs))
            setBase(theirs)
            setTheirs(null)
            save.reset()
          }}
          onClose={() => setTheirs(null)}
        />
      </Suspense>
    )
  return (
    <Form
      title={say('edit_team_title', { name: team.name })}
      action={say('save')}
      // A team never is under itself.
      parents={tree.teams.filter(({ id }) => !isAbove(id))}
      {...{ tree, draft, setDraft, onClose }}
      write={{
        send: () => save.mutate(base.version),
        isPending: save.isPending,
        error: isConflict(save.error) ? null : save.error,
      }}
      isNameFirst={!isForLeads}
    >
      <LeadChoice value={leads} onChange={setLeads} isFirst={isForLeads} />
    </Form>
  )
}

type FormProps = {
  title: string
  action: string
  tree: TeamTree
  parents: TeamTree['teams']
  draft: TeamDraft
  setDraft: (draft: TeamDraft) => void
  write: { send: () => void; isPending: boolean; error: Error | null }
  onClose: () => void
  isNameFirst?: boolean
  children?: ReactNode
}

function Form({ title, action, tree, parents, draft, setDraft, write, onClose, ...props }: FormProps) {
  const { isNameFirst = true, children } = props
  const say = useMessages(memberTexts)
  const [isTried, setTried] = useState(false)
  const errors = fieldErrors(write.error)
  const isManaged = write.error instanceof SondeError && write.error.code === 'managed_by_directory'
  const isNamed = errors['/name'] !== undefined || errors['/parent_team_id'] !== undefined
  return (
    <ConfirmDialog
      title={title}
      effect={say('team_effect')}
      action={action}
      isBusy={write.isPending}
      error={isManaged || isNamed ? null : write.error}
      onConfirm={() => {
        setTried(true)
        if (draft.name.trim() !== '') write.send()
      }}
      onClose={onClose}
    >
      <TextInput
        label={say('name')}
        data-autofocus={isNameFirst || undefined}
        value={draft.name}
        maxLength={limits.nameLengthMax}
        error={
          isTried && draft.name.trim() === '' ? say('name_missing') : isManaged ? undefined : errors['/name']
        }
        onChange={({ currentTarget: { value } }) => setDraft({ ...draft, name: value })}
      />
      <TeamChoice
        label={say('parent')}
        placeholder={say('at_the_top')}
        teams={parents}
        among={tree.teams}
        value={draft.parent}
        onChoose={(parent) => setDraft({ ...draft, parent })}
        onClear={() => setDraft({ ...draft, parent: null })}
        error={isManaged ? undefined : errors['/parent_team_id']}
      />
      {children}
      {isManaged && <Alert tone="warn">{say('team_managed')}</Alert>}
    </ConfirmDialog>
  )
}
