/** Who does it until when, and a note. Any decision about the action saves them, too. */
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import { Button, Select, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { fieldErrors } from '../api.ts'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { isConflict } from '../queries.ts'
import { DateField } from '../ui/date-field.tsx'
import { Refusal } from '../ui/refusal.tsx'
import type { Owner, usePlan } from './action-plan.ts'
import { type Action, possibleOwners } from './action-queries.ts'
import { actionTexts } from './action-texts.ts'

type Props = { action: Action; plan: ReturnType<typeof usePlan> }

export function ActionForm({ action, plan: { draft, change, save, error } }: Props) {
  const say = useMessages(actionTexts)
  const errors = fieldErrors(error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save()
  }
  return (
    <form className="stack" onSubmit={submit}>
      <div className="stack-tight">
        <h3>{say('plan')}</h3>
        {action.state === 'suggested' && <p className="quiet small">{say('plan_hint')}</p>}
      </div>
      <OwnerChoice
        owner={draft.owner}
        onChange={(owner) => change({ owner })}
        error={errors['/owner_member_id']}
      />
      <DateField
        label={say('due')}
        value={draft.due}
        error={errors['/due_on']}
        onChange={({ currentTarget }) => change({ due: currentTarget.value })}
      />
      <Textarea
        label={say('note')}
        rows={3}
        maxLength={limits.textLengthMax}
        value={draft.note}
        error={errors['/note']}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      {Object.keys(errors).length === 0 && !isConflict(error) && <Refusal error={error} />}
    </form>
  )
}

type OwnerProps = { owner: Owner | null; onChange: (owner: Owner | null) => void; error: string | undefined }

const settleMs = 200

/** People whom the reader sees in the directory, found by name; whoever owns it now is among them. */
export function OwnerChoice({ owner, onChange, error }: OwnerProps) {
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
