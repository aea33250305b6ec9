/** Before a check-in starts: its rule in words and its first date. Loaded when somebody wants to start it. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { clockText } from '../ui/clock.ts'
import { momentOf } from '../ui/time.tsx'
import { showWithAct } from '../ui/toast.ts'
import { datesQuery, useBegin } from './draft-queries.ts'
import { draftTexts } from './draft-texts.ts'
import { OpenDialog } from './open-dialog.tsx'
import { rhythmText } from './recurrence.ts'
import type { ScheduleFields } from './schedule-fields.ts'
import { startTexts } from './start-texts.ts'

type Props = { id: string; fields: ScheduleFields; onClose: () => void }

export function StartDialog({ id, fields, onClose }: Props) {
  const say = useMessages(startTexts)
  const sayDraft = useMessages(draftTexts)
  const navigate = useNavigate()
  const first = useQuery(datesQuery(id)).data?.openings[0]
  const { lifecycle, recurrence, title } = fields
  const begin = useBegin(id, {
    onDone: () => {
      void showWithAct(
        first && !lifecycle
          ? say('first_asked', { title, when: momentOf(first.opens_at) })
          : say('started', { title }),
        { label: say('to_schedule'), run: () => void navigate({ to: '/app/schedule' }) },
      )
      void navigate({ to: '/app/surveys', search: { tab: 'scheduled', at: id } })
    },
  })
  return (
    <OpenDialog
      kind="check_in"
      id={id}
      fields={fields}
      title={say('start_title')}
      when={
        lifecycle
          ? sayDraft(`asks_${lifecycle.date}`)
          : say('comes_round', {
              rhythm: rhythmText(sayDraft, recurrence.rrule),
              time: clockText(recurrence.time),
            })
      }
      until={first && !lifecycle ? say('first_on', { when: momentOf(first.opens_at) }) : ''}
      opensAt={(!lifecycle && first?.opens_at) || null}
      action={say('start')}
      isBusy={begin.isPending}
      error={begin.error}
      onConfirm={() => begin.mutate('activate')}
      onClose={onClose}
    />
  )
}
