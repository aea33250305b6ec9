/** Turns a finding into an action of one's own: what is to be done, how to begin, and until when. Whose it is stands on the action. */
import { Button, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import { OwnWords } from '../actions/own-words.tsx'
import { fieldErrors } from '../api.ts'
import { asUser } from '../as-user.ts'
import { useMessages } from '../messages.ts'
import { useWrite } from '../queries.ts'
import { repliesTo } from '../replies/reply-queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showDone } from '../ui/toast.ts'
import type { Insight } from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'
import classes from './insights.module.css'
import type { Action } from './ranked.ts'

type Props = {
  insight: Insight
  actions: readonly Action[]
  /** What comes first, beside the button. */
  link: ReactNode
}

export function OwnActions({ insight, actions, link }: Props) {
  const say = useMessages(insightTexts)
  const [isAsked, setAsked] = useState(false)
  const mayMake = useQuery(repliesTo(insight.id)).data?.rights?.make_action ?? false
  const own = actions.filter(({ origin, insight_id: from }) => origin === 'person' && from === insight.id)
  return (
    <>
      {own.map(({ id, title }) => (
        <div key={id} className={classes.action}>
          <IconCheck size={16} aria-hidden />
          <p>
            {say('acted_on')}{' '}
            <Link to="/app/actions" search={{ action: id }}>
              {title}
            </Link>
          </p>
        </div>
      ))}
      <div className="row">
        {link}
        {mayMake && (
          <Button variant="default" onClick={() => setAsked(true)}>
            {say('make_action')}
          </Button>
        )}
      </div>
      {isAsked && <MakeAction insight={insight} onClose={() => setAsked(false)} />}
    </>
  )
}

const isDriver = (subject: string | null): subject is DriverId => driverIds.some((id) => id === subject)

type Draft = { title: string; firstStep: string; due: string }

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

function MakeAction({ insight, onClose }: { insight: Insight; onClose: () => void }) {
  const say = useMessages(insightTexts)
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
      title={say('make_action')}
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
      <OwnWords draft={draft} onChange={change} isMissing={isMissing} errors={errors} />
      <TextInput
        type="date"
        label={say('action_due')}
        value={draft.due}
        onChange={({ currentTarget }) => change({ due: currentTarget.value })}
        error={errors['/due_on']}
      />
    </ConfirmDialog>
  )
}
