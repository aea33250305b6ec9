/** Asks before something is done with a survey, and says what becomes of answers, invitations and results. Loaded when somebody wants to. */
import { Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { SondeError } from '../api.ts'
import { useMe } from '../me.ts'
import { type Say, useMessages } from '../messages.ts'
import { isConflict, refresh } from '../queries.ts'
import { Alert } from '../ui/alert.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showDone, showRefusal, showUndoable } from '../ui/toast.ts'
import { actTexts } from './act-texts.ts'
import { nowQuery, perform, refreshAfter } from './act-writes.ts'
import { type Act, isAuthor, isDangerous, type Return, type Subject, undoOf } from './acts.ts'
import type { Person } from './person-picker.tsx'

const PersonPicker = lazy(() =>
  import('./person-picker.tsx').then(({ PersonPicker }) => ({ default: PersonPicker })),
)

type ActSay = Say<typeof actTexts>

export type AskedAct = Exclude<Act, Return>

type Props = { act: AskedAct; subject: Subject; onClose: () => void }

export function ActDialog({ act, subject, onClose }: Props) {
  const say = useMessages(actTexts)
  const { data: me } = useMe()
  const navigate = useNavigate()
  const [reason, setReason] = useState('')
  const [person, setPerson] = useState<Person | null>(null)
  const [isTried, setTried] = useState(false)
  const now = useQuery(nowQuery(subject))
  const { title } = subject
  const isOwn = isAuthor(subject, me)
  const why = reason.trim() === '' ? undefined : reason.trim()
  const write = useMutation({
    mutationFn: () => perform(subject, act, { reason: why, to: person?.id, version: now.data?.version }),
    onSuccess: async () => {
      // Only its author still sees what was deleted, and nobody a draft.
      if (act === 'delete' && location.pathname.includes(subject.id)) await navigate({ to: '/app/surveys' })
      await refreshAfter(act)
      onClose()
      const done = say(`done_${act}`, { title, name: person?.name ?? '' })
      const back = isOwn ? undoOf(subject, act) : []
      if (back.length === 0) showDone(done)
      else void showUndoable(done, () => void undo(say, subject, back))
    },
    onError: (error) => {
      if (isConflict(error)) void now.refetch()
      void refresh('listSurveys', 'countSurveys')
    },
  })
  const lacksReason = !isOwn && why === undefined
  const lacksPerson = act === 'transfer' && person === null
  const confirm = (): void => {
    setTried(true)
    if (!lacksReason && !lacksPerson) write.mutate()
  }
  const refused = refusalOf(say, write.error)
  const hasReason = !isOwn || act === 'cancel' || act === 'skip'
  const isCancel = act === 'cancel'
  return (
    <ConfirmDialog
      title={say(isCancel && subject.kind === 'occurrence' ? 'title_cancel_round' : `title_${act}`, {
        title,
      })}
      effect={effectOf(say, { act, subject, isOwn })}
      action={actionOf(say, { act, subject })}
      {...(isCancel && { dismissal: say('keep') })}
      isDangerous={isDangerous(act)}
      isBusy={write.isPending || now.isLoading}
      error={refused === null ? write.error : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      {act === 'transfer' && (
        <Suspense>
          <PersonPicker
            label={say('person')}
            except={subject.authorUserId}
            person={person}
            onChange={setPerson}
            error={isTried && lacksPerson ? say('person_missing') : null}
          />
        </Suspense>
      )}
      {hasReason && (
        <Textarea
          label={say(isOwn ? 'reason_optional' : 'reason')}
          description={say(act === 'skip' ? 'reason_shown' : isOwn ? 'reason_kept' : 'reason_hint')}
          required={!isOwn}
          maxLength={act === 'skip' ? skipReasonMax : reasonMax}
          value={reason}
          error={isTried && lacksReason ? say('reason_missing') : null}
          data-autofocus={act === 'transfer' ? undefined : true}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      {refused !== null && <Alert tone={isConflict(write.error) ? 'warn' : 'bad'}>{refused}</Alert>}
    </ConfirmDialog>
  )
}

const reasonMax = 500
const skipReasonMax = 200

async function undo(say: ActSay, subject: Subject, back: readonly Act[]): Promise<void> {
  try {
    for (const act of back) await perform(subject, act, {})
    await refreshAfter(back[0])
    showDone(say('undone'))
  } catch (error) {
    showRefusal(refusalOf(say, error) ?? String(error))
  }
}

type Asked = { act: AskedAct; subject: Subject; isOwn: boolean }

function effectOf(say: ActSay, { act, subject: { kind, state }, isOwn }: Asked): string {
  const days = { days: limits.deletedKeptDays }
  switch (act) {
    case 'open':
      return say(kind === 'pulse' ? 'open_pulse' : 'open_round')
    case 'cancel': {
      const hasBegun = state === 'open'
      if (kind === 'pulse') return say(hasBegun ? 'cancel_open' : 'cancel_planned')
      return say(hasBegun ? 'cancel_round_open' : 'cancel_round_planned')
    }
    case 'delete':
      if (state === 'draft') return say('delete_draft')
      return isOwn ? say('delete', days) : say('delete_for_author', days)
    case 'pause':
    case 'archive':
    case 'transfer':
      return say(isOwn ? act : `${act}_for_author`)
    default:
      return say(act)
  }
}

function actionOf(say: ActSay, { act, subject: { kind, state } }: Omit<Asked, 'isOwn'>): string {
  if (act === 'cancel' && kind === 'occurrence') return say('action_cancel_round')
  if (act === 'delete' && state === 'draft') return say('action_delete_draft')
  return say(`action_${act}`)
}

const refusals = {
  precondition_failed: 'changed_meanwhile',
  not_the_author: 'refused_not_yours',
  not_found: 'refused_gone',
  reason_required: 'reason_missing',
  legal_hold: 'refused_hold',
  recipients_out_of_reach: 'refused_recipients',
  no_recipients: 'refused_nobody',
  roster_too_small: 'refused_too_small',
  exclusion_too_small: 'refused_too_small',
} as const

/** In words of the page; null where the service says it better, or nothing was refused. */
function refusalOf(say: ActSay, error: unknown): string | null {
  if (!(error instanceof SondeError)) return null
  const { code, status } = error
  const known = refusals[code as keyof typeof refusals]
  if (known !== undefined) return say(known)
  const { detail } = error.problem as { detail?: string }
  if (code === 'check_in_not_ended' && detail !== undefined) return say('refused_open_round')
  return status === 409 ? say('refused_state') : null
}
