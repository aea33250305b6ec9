/** In place of the editor, where there is nothing to edit: it was asked already, or somebody else is writing it. */
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../messages.ts'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { showFailure } from '../ui/toast.ts'
import { editorAddress, useDuplicate } from './draft-queries.ts'
import { draftTexts } from './draft-texts.ts'

type Props = { title: string; heading?: string; hint?: string; action?: ReactNode; results?: string }

export function NotEditable({ title, heading, hint, action, results }: Props) {
  const say = useMessages(draftTexts)
  return (
    <Page title={title} crumbs={[{ label: say('surveys'), to: '/app/surveys' }]}>
      <div className="card">
        <EmptyState
          title={heading ?? say('has_opened')}
          description={hint ?? say('has_opened_hint')}
          action={action ?? (results && <Link to={results}>{say('to_results')}</Link>)}
        />
      </div>
    </Page>
  )
}

/** @param pulseId  of a pulse, which can be copied */
export function NotYours({ title, pulseId }: { title: string; pulseId?: string }) {
  const say = useMessages(draftTexts)
  const navigate = useNavigate()
  const duplicate = useDuplicate(pulseId ?? '', {
    onDone: ({ id }) => void navigate({ to: editorAddress('pulse', id) }),
    onFailed: showFailure,
  })
  return (
    <NotEditable
      title={title}
      heading={say('not_yours')}
      hint={say('not_yours_hint')}
      action={
        pulseId !== undefined && (
          <Button loading={duplicate.isPending} onClick={() => duplicate.mutate()}>
            {say('duplicate')}
          </Button>
        )
      }
    />
  )
}
