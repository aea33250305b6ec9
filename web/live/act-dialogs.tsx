/** Asks before somebody is reminded, or a survey is extended or closed. What somebody else did in the meantime is shown first. */
import { Textarea, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { fieldErrors } from '../api.ts'
import { useMessages } from '../messages.ts'
import { isConflict } from '../queries.ts'
import { readersZone } from '../reader.ts'
import { Alert } from '../ui/alert.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { momentOf } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import { instantOf, minuteOf } from '../ui/wall-clock.ts'
import { actDialogTexts } from './act-dialog-texts.ts'
import {
  type Act,
  readNow,
  refreshSubject,
  type Subject,
  useClosing,
  useExtension,
  useReminder,
} from './live-queries.ts'
import { liveTexts } from './live-texts.ts'

const ConflictDialog = lazy(() =>
  import('../ui/conflict-dialog.tsx').then(({ ConflictDialog }) => ({ default: ConflictDialog })),
)

type Props = {
  act: Act
  subject: Subject
  /** For whoever closes what somebody else runs. */
  needsReason: boolean
  /** Whom it reaches, in a sentence. */
  reach: string
  /** How many a reminder goes to. */
  people: number
  onClose: () => void
}

export function ActDialog({ act, ...props }: Props) {
  switch (act) {
    case 'remind':
      return <RemindDialog {...props} />
    case 'extend':
      return <ExtendDialog {...props} />
    case 'close':
      return <CloseDialog {...props} />
  }
}

type DialogProps = Omit<Props, 'act'>

/** The reach on the page is read again, so that what is confirmed is what is there. */
const ChangedByOther = ({ error }: { error: unknown }) => {
  const say = useMessages(actDialogTexts)
  return isConflict(error) ? <Alert tone="warn">{say('changed_meanwhile')}</Alert> : null
}

const onConflict = (error: Error): void => {
  if (isConflict(error)) void refreshSubject()
}

function RemindDialog({ subject, reach, people, onClose }: DialogProps) {
  const say = useMessages(actDialogTexts)
  const remind = useReminder(subject, {
    onDone: () => {
      showDone(say('reminded', { count: people }))
      onClose()
    },
    onFailed: onConflict,
  })
  return (
    <ConfirmDialog
      title={say('remind_title')}
      effect={<p>{reach}</p>}
      action={say('remind_action', { count: people })}
      onClose={onClose}
      onConfirm={() => remind.mutate(subject.version)}
      isBusy={remind.isPending}
      error={isConflict(remind.error) ? null : remind.error}
    >
      <ChangedByOther error={remind.error} />
    </ConfirmDialog>
  )
}

function CloseDialog({ subject, reach, needsReason, onClose }: DialogProps) {
  const say = useMessages(actDialogTexts)
  const [reason, setReason] = useState('')
  const close = useClosing(subject, {
    onDone: () => {
      showDone(say('closed'))
      onClose()
    },
    onFailed: onConflict,
  })
  const confirm = (): void => {
    if (needsReason && reason.trim() === '') return
    close.mutate({ version: subject.version, ...(needsReason && { reason: reason.trim() }) })
  }
  return (
    <ConfirmDialog
      title={say('close_title')}
      effect={
        <p>
          {reach} {say('close_effect')}
        </p>
      }
      action={say('close_action')}
      isDangerous
      onClose={onClose}
      onConfirm={confirm}
      isBusy={close.isPending}
      error={isConflict(close.error) ? null : close.error}
    >
      {needsReason && (
        <Textarea
          label={say('reason')}
          description={say('reason_hint')}
          required
          maxLength={reasonLengthMax}
          value={reason}
          data-autofocus
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      <ChangedByOther error={close.error} />
    </ConfirmDialog>
  )
}

const reasonLengthMax = 500

function ExtendDialog({ subject, reach, onClose }: DialogProps) {
  const say = useMessages(actDialogTexts)
  const sayOnPage = useMessages(liveTexts)
  const [until, setUntil] = useState(() => dayAfter(subject.closesAt))
  /** What the new end was chosen against, whatever has been read since. */
  const [base, setBase] = useState({ version: subject.version, closesAt: subject.closesAt })
  const [theirs, setTheirs] = useState<typeof base | null>(null)
  const extend = useExtension(subject, {
    onDone: () => {
      showDone(say('extended', { at: momentOf(instantOf(until)) }))
      onClose()
    },
    onFailed: (error) => {
      if (isConflict(error)) void compare()
    },
  })
  const save = (version: number): void => extend.mutate({ version, closesAt: instantOf(until) })
  async function compare(): Promise<void> {
    const now = await readNow(subject.owner)
    // A reminder that was sent is no other end: what was chosen is saved on what is there now.
    if (now.closesAt === base.closesAt) {
      setBase(now)
      save(now.version)
    } else setTheirs(now)
  }
  const error = fieldErrors(extend.error)['/closes_at']
  return (
    <>
      <ConfirmDialog
        title={say('extend_title')}
        effect={
          <p>
            {reach} {say('extend_later_only')}
          </p>
        }
        action={say('extend_action')}
        onClose={onClose}
        onConfirm={() => {
          if (until !== '') save(base.version)
        }}
        isBusy={extend.isPending}
        error={error !== undefined || isConflict(extend.error) ? null : extend.error}
      >
        <TextInput
          type="datetime-local"
          label={say('until')}
          description={say('until_zone', { zone: readersZone })}
          value={until}
          error={error && say('until_error')}
          data-autofocus
          required
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      </ConfirmDialog>
      <Suspense>
        {theirs && (
          <ConflictDialog
            differences={[
              {
                field: sayOnPage('closing'),
                mine: momentOf(instantOf(until)),
                theirs: theirs.closesAt ? momentOf(theirs.closesAt) : sayOnPage('no_end'),
              },
            ]}
            isBusy={extend.isPending}
            onKeepMine={() => {
              setBase(theirs)
              setTheirs(null)
              save(theirs.version)
            }}
            onTakeTheirs={() => {
              void refreshSubject()
              onClose()
            }}
            onClose={() => {
              setBase(theirs)
              setTheirs(null)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

const dayMs = 86_400_000

/** A day after the present end. */
const dayAfter = (instant: string | null): string =>
  minuteOf((instant ? Date.parse(instant) : Date.now()) + dayMs)
