/** Turns a finding into an action of one's own: what is to be done, how to begin, and until when. Whose it is is on the action. */
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import { OwnWords } from '../actions/own-words.tsx'
import { fieldErrors } from '../api.ts'
import { asUser } from '../as-user.ts'
import { useMessages } from '../messages.ts'
import { useWrite } from '../queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DateField } from '../ui/date-field.tsx'
import { showDone } from '../ui/toast.ts'
import type { Insight } from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'

const isDriver = (subject: string | null): subject is DriverId => driverIds.some((id) => id === subject)

type Draft = { title: string; firstStep: string; due: string }

type Props = {
  /** One, or those to choose from. */
  findings: readonly Insight[]
  title?: string
  onClose: () => void
}

const useCreate = (insight: Insight, onDone: () => void) =>
  useWrite({
    send: ({ title, firstStep, due }: Draft) =>
      asUser.call('createAction', {
        body: {
          insight_id: insight.id,
          title: title.trim(),
          ...(firstStep.trim() !== '' && { first_step: firstStep.trim() }),
          ...(due !== '' && { due_on: due }),
          ...(isDriver(insight.subject) && { driver: insight.subject }),
        },
      }),
    changes: ['listActions'],
    onDone,
  })

export function MakeAction({ findings, title, onClose }: Props) {
  const say = useMessages(insightTexts)
  const [chosenId, setChosenId] = useState(findings[0].id)
  const insight = findings.find(({ id }) => id === chosenId) ?? findings[0]
  const [draft, setDraft] = useState<Draft>({ title: '', firstStep: '', due: '' })
  const [isMissing, setMissing] = useState(false)
  const change = (part: Partial<Draft>): void => setDraft((now) => ({ ...now, ...part }))
  const create = useCreate(insight, () => {
    showDone(say('action_made'))
    onClose()
  })
  const errors = fieldErrors(create.error)
  return (
    <ConfirmDialog
      title={title ?? say('make_action')}
      effect={say('make_action_effect')}
      action={say('make')}
      isBusy={create.isPending}
      error={Object.keys(errors).length === 0 && create.error}
      onClose={onClose}
      onConfirm={() => {
        const isEmpty = draft.title.trim() === ''
        setMissing(isEmpty)
        if (!isEmpty) create.mutate(draft)
      }}
    >
      {findings.length > 1 && (
        <NativeSelect
          label={say('make_of')}
          value={insight.id}
          onChange={({ currentTarget }) => setChosenId(currentTarget.value)}
          data={findings.map(({ id, scope, headline, statement }) => ({
            value: id,
            label: headline === null ? statement : `${scope.team_name ?? say('everyone')}: ${headline}`,
          }))}
        />
      )}
      <OwnWords draft={draft} onChange={change} isMissing={isMissing} errors={errors} />
      <DateField
        label={say('action_due')}
        value={draft.due}
        onChange={({ currentTarget }) => change({ due: currentTarget.value })}
        error={errors['/due_on']}
      />
    </ConfirmDialog>
  )
}
