/** Who does it until when, and a note. What somebody else saved in the meantime is shown beside what was typed. */
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { fieldErrors, queryClient } from '../api.ts'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { isConflict } from '../queries.ts'
import form from '../ui/form.module.css'
import { Refusal } from '../ui/refusal.tsx'
import { showDone } from '../ui/toast.ts'
import { type Action, oneAction, possibleOwners, useActionUpdate } from './action-queries.ts'
import { actionTexts } from './action-texts.ts'
import { dayText } from './due.ts'

const ConflictDialog = lazy(() =>
  import('../ui/conflict-dialog.tsx').then(({ ConflictDialog }) => ({ default: ConflictDialog })),
)

type Owner = { id: string; name: string }
type Draft = { owner: Owner | null; due: string; note: string }

const draftOf = ({ owner_member_id, owner_name, due_on, note }: Action): Draft => ({
  owner: owner_member_id === null ? null : { id: owner_member_id, name: owner_name ?? owner_member_id },
  due: due_on ?? '',
  note: note ?? '',
})

const bodyOf = ({ owner, due, note }: Draft) => ({
  owner_member_id: owner?.id ?? null,
  due_on: due || null,
  note: note.trim() || null,
})

export function ActionForm({ action }: { action: Action }) {
  const say = useMessages(actionTexts)
  const [draft, setDraft] = useState(() => draftOf(action))
  /** What the draft was made from, whatever has been read since. */
  const [base, setBase] = useState(action)
  const [theirs, setTheirs] = useState<Action | null>(null)
  const take = (now: Action): void => {
    setTheirs(null)
    setDraft(draftOf(now))
    setBase(now)
  }
  const update = useActionUpdate({
    onDone: (after) => {
      take(after)
      showDone(say('saved'))
    },
    onFailed: (error) => {
      if (isConflict(error)) void compare()
    },
  })
  const save = (on: number): void =>
    update.mutate({ action: { id: action.id, version: on }, body: bodyOf(draft) })
  /** One that was moved is no other plan: what was typed is saved on what is there now. */
  const isSamePlan = (now: Action): boolean => JSON.stringify(draftOf(now)) === JSON.stringify(draftOf(base))
  async function compare(): Promise<void> {
    const now = await queryClient.fetchQuery({ ...oneAction(action.id), staleTime: 0 })
    if (isSamePlan(now)) save(now.version)
    else setTheirs(now)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save(isSamePlan(action) ? action.version : base.version)
  }
  const errors = fieldErrors(update.error)
  return (
    <form className="stack" onSubmit={submit}>
      <OwnerChoice
        owner={draft.owner}
        onChange={(owner) => setDraft({ ...draft, owner })}
        error={errors['/owner_member_id']}
      />
      <TextInput
        type="date"
        label={say('due')}
        value={draft.due}
        error={errors['/due_on']}
        onChange={({ currentTarget }) => setDraft({ ...draft, due: currentTarget.value })}
      />
      <Textarea
        label={say('note')}
        rows={3}
        maxLength={limits.textLengthMax}
        value={draft.note}
        error={errors['/note']}
        onChange={({ currentTarget }) => setDraft({ ...draft, note: currentTarget.value })}
      />
      {Object.keys(errors).length === 0 && !isConflict(update.error) && <Refusal error={update.error} />}
      <div className={form.ends}>
        <Button type="submit" variant="default" loading={update.isPending}>
          {say('save')}
        </Button>
      </div>
      <Suspense>
        {theirs && (
          <ConflictDialog
            differences={differencesOf(draft, draftOf(theirs), say)}
            isBusy={update.isPending}
            onKeepMine={() => save(theirs.version)}
            onTakeTheirs={() => take(theirs)}
            onClose={() => setTheirs(null)}
          />
        )}
      </Suspense>
    </form>
  )
}

type Field = 'owner' | 'due' | 'note' | 'nobody' | 'no_day' | 'no_note'

function differencesOf(mine: Draft, theirs: Draft, say: (key: Field) => string) {
  const rows = [
    ['owner', (draft: Draft) => draft.owner?.name ?? say('nobody')],
    ['due', (draft: Draft) => (draft.due ? dayText(draft.due) : say('no_day'))],
    ['note', (draft: Draft) => draft.note.trim() || say('no_note')],
  ] as const
  return rows
    .map(([field, read]) => ({ field: say(field), mine: read(mine), theirs: read(theirs) }))
    .filter((row) => row.mine !== row.theirs)
}

type OwnerProps = { owner: Owner | null; onChange: (owner: Owner | null) => void; error: string | undefined }

const settleMs = 200

/** People whom the reader sees in the directory, found by name; whoever owns it now is among them. */
function OwnerChoice({ owner, onChange, error }: OwnerProps) {
  const say = useMessages(actionTexts)
  const { data: me } = useMe()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed === owner?.name ? '' : typed.trim(), settleMs)
  const found: readonly Owner[] =
    useQuery({ ...possibleOwners(q), placeholderData: keepPreviousData }).data?.members ?? []
  const others = found.filter(({ id }) => id !== owner?.id)
  const options = owner ? [owner, ...others] : others
  const user = me?.user
  const self = user?.member_id ? { id: user.member_id, name: user.name } : null
  return (
    <div className="stack-tight">
      <Select
        label={say('owner')}
        placeholder={say('nobody')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': say('clear_owner') }}
        // The server has searched.
        filter={({ options: all }) => all}
        nothingFoundMessage={say('nobody_found')}
        data={options.map(({ id, name }) => ({ value: id, label: name }))}
        value={owner?.id ?? null}
        onChange={(id) => onChange(options.find((one) => one.id === id) ?? null)}
        searchValue={typed}
        onSearchChange={setTyped}
        error={error}
      />
      {self && self.id !== owner?.id && (
        <div>
          <Button variant="default" size="compact-sm" onClick={() => onChange(self)}>
            {say('assign_to_me')}
          </Button>
        </div>
      )}
    </div>
  )
}
