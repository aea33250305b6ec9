/** In place of the editor, where there is nothing to edit: it was asked already, it waits to open, or somebody else is writing it. */
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useActMenu } from '../lifecycle/act-lines.tsx'
import type { Act, Subject } from '../lifecycle/acts.ts'
import { ExtendButton } from '../live/extend-button.tsx'
import { usePulseSubject } from '../live/live-queries.ts'
import { useMessages } from '../messages.ts'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { momentOf } from '../ui/time.tsx'
import { showDone, showFailure } from '../ui/toast.ts'
import { editorAddress, type Pulse, useDuplicate, useUnschedule } from './draft-queries.ts'
import { draftTexts } from './draft-texts.ts'
import { notEditableTexts } from './not-editable-texts.ts'

export type Reason =
  | { kind: 'has_opened'; pulseId: string; isOpen: boolean }
  | { kind: 'has_ended'; results: string }
  /** pulseId: of a pulse, which can be copied. */
  | { kind: 'not_yours' | 'was_cancelled'; pulseId?: string }
  | { kind: 'is_scheduled'; pulse: Pulse }

type Props = {
  title: string
  reason: Reason
  /** What can be done with it all the same is in the page's menu. */
  subject: Subject | undefined
}

export function NotEditable({ title, reason, subject }: Props) {
  const say = useMessages(notEditableTexts)
  const { kind } = reason
  if (kind === 'is_scheduled') return <Scheduled pulse={reason.pulse} subject={subject} />
  if (kind === 'has_opened') return <Opened {...reason} title={title} subject={subject} />
  return (
    <Instead title={title} subject={subject} heading={say(kind)} hint={say(`${kind}_hint`)}>
      {'results' in reason ? (
        <Link to={reason.results}>{say('to_results')}</Link>
      ) : (
        reason.pulseId !== undefined && <Copy pulseId={reason.pulseId} />
      )}
    </Instead>
  )
}

type InsteadProps = Omit<Props, 'reason'> & {
  heading: string
  hint: string
  /** What the page itself offers. */
  offers?: readonly Act[]
  children: ReactNode
}

function Instead({ title, subject, heading, hint, offers = [], children }: InsteadProps) {
  const say = useMessages(draftTexts)
  const menu = useActMenu([subject], offers)
  return (
    <Page title={title} crumbs={[{ label: say('surveys'), to: '/app/surveys' }]} menu={menu}>
      <div className="card">
        <EmptyState title={heading} description={hint} action={children} />
      </div>
    </Page>
  )
}

type OpenedProps = Omit<Props, 'reason'> & { pulseId: string; isOpen: boolean }

/** What goes on is followed and closed on its own page, and given more time here as well. While it is open there are no results. */
function Opened({ pulseId, isOpen, title, subject }: OpenedProps) {
  const say = useMessages(notEditableTexts)
  const { data: open } = usePulseSubject(pulseId)
  const hint = say('has_opened_hint')
  const next: string = `/app/pulses/${pulseId}/${isOpen ? 'live' : 'results'}`
  return (
    <Instead
      title={title}
      subject={subject}
      heading={say('has_opened')}
      hint={
        isOpen
          ? [hint, open?.closesAt && say('open_until', { at: momentOf(open.closesAt) }), say('is_open_hint')]
              .filter(Boolean)
              .join(' ')
          : hint
      }
    >
      <span className="row">
        <ButtonLink to={next}>{say(isOpen ? 'to_live' : 'to_results')}</ButtonLink>
        {open && <ExtendButton subject={open} />}
        <Copy pulseId={pulseId} variant="default" />
      </span>
    </Instead>
  )
}

function Copy({ pulseId, variant = 'filled' }: { pulseId: string; variant?: 'filled' | 'default' }) {
  const say = useMessages(notEditableTexts)
  const navigate = useNavigate()
  const duplicate = useDuplicate(pulseId, {
    onDone: ({ id }) => void navigate({ to: editorAddress('pulse', id) }),
    onFailed: showFailure,
  })
  return (
    <Button variant={variant} loading={duplicate.isPending} onClick={() => duplicate.mutate()}>
      {say('duplicate')}
    </Button>
  )
}

/** It opens by itself, so nothing of it changes while somebody types. */
function Scheduled({ pulse, subject }: { pulse: Pulse } & Pick<Props, 'subject'>) {
  const say = useMessages(notEditableTexts)
  const { id, title, opens_at: opensAt } = pulse
  const unschedule = useUnschedule(id, { onDone: () => showDone(say('is_draft')), onFailed: showFailure })
  return (
    <Instead
      title={title}
      subject={subject}
      offers={['unschedule']}
      heading={say('is_scheduled', { when: opensAt === null ? '–' : momentOf(opensAt) })}
      hint={say('is_scheduled_hint')}
    >
      <Button loading={unschedule.isPending} onClick={() => unschedule.mutate()}>
        {say('unschedule')}
      </Button>
    </Instead>
  )
}
