/** In place of the editor, where there is nothing to edit: it was asked already, it waits to open, or somebody else is writing it. */
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../messages.ts'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { momentOf } from '../ui/time.tsx'
import { showDone, showFailure } from '../ui/toast.ts'
import { editorAddress, type Pulse, useDuplicate, useUnschedule } from './draft-queries.ts'
import { draftTexts } from './draft-texts.ts'
import { notEditableTexts } from './not-editable-texts.ts'

export type Reason =
  | { kind: 'has_opened' | 'has_ended'; results: string }
  /** pulseId: of a pulse, which can be copied. */
  | { kind: 'not_yours'; pulseId?: string }
  | { kind: 'is_scheduled'; pulse: Pulse }

export function NotEditable({ title, reason }: { title: string; reason: Reason }) {
  const say = useMessages(notEditableTexts)
  const { kind } = reason
  if (kind === 'is_scheduled') return <Scheduled pulse={reason.pulse} />
  return (
    <Instead title={title} heading={say(kind)} hint={say(`${kind}_hint`)}>
      {kind === 'not_yours' ? (
        reason.pulseId !== undefined && <Copy pulseId={reason.pulseId} />
      ) : (
        <Link to={reason.results}>{say('to_results')}</Link>
      )}
    </Instead>
  )
}

type InsteadProps = { title: string; heading: string; hint: string; children: ReactNode }

function Instead({ title, heading, hint, children }: InsteadProps) {
  const say = useMessages(draftTexts)
  return (
    <Page title={title} crumbs={[{ label: say('surveys'), to: '/app/surveys' }]}>
      <div className="card">
        <EmptyState title={heading} description={hint} action={children} />
      </div>
    </Page>
  )
}

function Copy({ pulseId }: { pulseId: string }) {
  const say = useMessages(notEditableTexts)
  const navigate = useNavigate()
  const duplicate = useDuplicate(pulseId, {
    onDone: ({ id }) => void navigate({ to: editorAddress('pulse', id) }),
    onFailed: showFailure,
  })
  return (
    <Button loading={duplicate.isPending} onClick={() => duplicate.mutate()}>
      {say('duplicate')}
    </Button>
  )
}

/** It opens by itself, so nothing of it changes while somebody types. */
function Scheduled({ pulse: { id, title, opens_at: opensAt } }: { pulse: Pulse }) {
  const say = useMessages(notEditableTexts)
  const unschedule = useUnschedule(id, { onDone: () => showDone(say('is_draft')), onFailed: showFailure })
  return (
    <Instead
      title={title}
      heading={say('is_scheduled', { when: opensAt === null ? '–' : momentOf(opensAt) })}
      hint={say('is_scheduled_hint')}
    >
      <Button loading={unschedule.isPending} onClick={() => unschedule.mutate()}>
        {say('unschedule')}
      </Button>
    </Instead>
  )
}
