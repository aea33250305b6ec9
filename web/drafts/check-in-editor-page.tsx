/** A check-in while it is written: how often it comes round, its next five dates, and then starting it. One that runs is saved by hand. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { queryClient } from '../api.ts'
import { subjectOf } from '../lifecycle/acts.ts'
import { useMe } from '../me.ts'
import { loadMessages, type Say, useMessages } from '../messages.ts'
import { isConflict, refresh } from '../queries.ts'
import { liveTexts } from '../live/live-texts.ts'
import { Alert } from '../ui/alert.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { showDone } from '../ui/toast.ts'
import { type CheckIn, checkInQuery, saveCheckIn } from './draft-queries.ts'
import { createDraft } from './draft-store.ts'
import { draftTexts } from './draft-texts.ts'
import classes from './drafts.module.css'
import type { Compared } from './conflict.tsx'
import { Draft, Editor } from './editor.tsx'
import { bodyOf, faultText, fieldsOf } from './fields.ts'
import { InsteadOfEditor } from './instead-of-editor.tsx'
import { openTexts } from './open-texts.ts'
import { ReviewButton } from './review-button.tsx'
import { Sending } from './sending.tsx'
import { useDraft } from './use-draft.ts'
import { rhythmText } from './recurrence.ts'
import { fitted } from './rotation.ts'
import { Schedule } from './schedule.tsx'
import type { ScheduleFields } from './schedule-fields.ts'
import { startTexts } from './start-texts.ts'

const StartDialog = lazy(async () => {
  const [{ StartDialog }] = await Promise.all([
    import('./start-dialog.tsx'),
    loadMessages(openTexts),
    loadMessages(startTexts),
  ])
  return { default: StartDialog }
})

/** One question takes no turns. */
const Turns = lazy(() => import('./turns.tsx').then(({ Turns }) => ({ default: Turns })))

/** Only of one that runs. */
const ExtendOccurrence = lazy(async () => {
  const [{ ExtendOccurrence }] = await Promise.all([
    import('../live/extend-occurrence.tsx'),
    loadMessages(liveTexts),
  ])
  return { default: ExtendOccurrence }
})

const route = getRouteApi('/shell/app/check-ins/$checkIn/edit')

export function CheckInEditorPage() {
  const say = useMessages(draftTexts)
  const { checkIn: id } = route.useParams()
  const { data: me } = useMe()
  const query = useQuery(checkInQuery(id))
  const { data: checkIn } = query
  if (!checkIn || !me)
    return (
      <Page title={say('editor')}>
        <QueryState query={query} hasCard>
          {() => null}
        </QueryState>
      </Page>
    )
  const { title } = checkIn
  const subject = subjectOf('check_in', checkIn)
  if (checkIn.author_user_id !== me.user?.id)
    return <InsteadOfEditor {...{ title, subject }} reason={{ kind: 'not_yours' }} />
  if (checkIn.state === 'ended' || checkIn.state === 'archived') {
    const results = `/app/check-ins/${id}/results`
    return <InsteadOfEditor {...{ title, subject }} reason={{ kind: 'has_ended', results }} />
  }
  return <CheckInEditor checkIn={checkIn} />
}

type Recurrence = ScheduleFields['recurrence']

const checkInFields = (checkIn: CheckIn, say: Say<typeof draftTexts>): ScheduleFields => ({
  ...fieldsOf(checkIn, say),
  recurrence: checkIn.recurrence,
  window: checkIn.window,
  time_zone: checkIn.time_zone,
  rotation: checkIn.rotation,
  lifecycle: checkIn.lifecycle,
})

/** What was moved belongs to the dates of a rule, and goes with them. */
const ofOtherDates = (before: Recurrence, recurrence: Recurrence): Recurrence =>
  recurrence.rrule === before.rrule && recurrence.starts_on === before.starts_on
    ? recurrence
    : { ...recurrence, moved_dates: [] }

const storedOf = (checkIn: CheckIn, say: Say<typeof draftTexts>) => ({
  fields: checkInFields(checkIn, say),
  version: checkIn.version,
})

function CheckInEditor({ checkIn }: { checkIn: CheckIn }) {
  const say = useMessages(draftTexts)
  const { id } = checkIn
  const isDraft = checkIn.state === 'draft'
  const [isStarting, setStarting] = useState(false)
  const keep = (saved: CheckIn) => {
    queryClient.setQueryData(checkInQuery(id).queryKey, saved)
    return storedOf(saved, say)
  }
  const [stored, state] = useDraft(() =>
    createDraft<ScheduleFields>({
      stored: storedOf(checkIn, say),
      send: async ({ recurrence, window, time_zone, rotation, lifecycle, ...changes }, version) =>
        keep(
          await saveCheckIn(
            id,
            {
              ...bodyOf(changes),
              // A check-in has dates of its own, or those of its people.
              ...(recurrence &&
                !lifecycle && {
                  recurrence: recurrence as NonNullable<Parameters<typeof saveCheckIn>[1]['recurrence']>,
                }),
              ...(window !== undefined && { window }),
              ...(time_zone !== undefined && { time_zone }),
              ...(rotation !== undefined && { rotation }),
              ...(lifecycle !== undefined && { lifecycle }),
            },
            version,
          ),
        ),
      read: async () => keep(await queryClient.fetchQuery({ ...checkInQuery(id), staleTime: 0 })),
      isConflict,
      onSaved: () => void refresh('previewCheckIn', 'getCheckInSchedule', 'listSurveys'),
      faultOf: (fields) => faultText(fields, say),
      savesItself: isDraft,
    }),
  )
  const { fields } = state
  /** A question that goes takes no turn any more. */
  const draft = {
    ...stored,
    change: (patch: Partial<ScheduleFields>, field: string): void => {
      const { questions = fields.questions, rotation = fields.rotation, recurrence } = patch
      const dates = recurrence && { recurrence: ofOtherDates(fields.recurrence, recurrence) }
      stored.change({ ...patch, ...dates, rotation: rotation && fitted(rotation, questions) }, field)
    },
  }
  const compared: Compared<ScheduleFields>[] = [
    {
      field: 'recurrence',
      read: ({ recurrence: { rrule, time, starts_on } }) =>
        `${rhythmText(say, rrule)}, ${time} (${starts_on})`,
    },
    { field: 'window', read: ({ window }) => window },
    {
      field: 'lifecycle',
      read: ({ lifecycle }) =>
        lifecycle ? `${say(`asks_${lifecycle.date}`)} (${lifecycle.days})` : say('asks_dates'),
    },
  ]
  const review = async (): Promise<void> => {
    if (await draft.flush()) setStarting(true)
  }
  return (
    <Editor
      kind="check_in"
      id={id}
      draft={draft}
      state={state}
      status={
        isDraft ? (
          <Draft />
        ) : (
          <StatusBadge tone={checkIn.state === 'paused' ? 'warn' : 'good'}>
            {say(`state_${checkIn.state as 'active'}`)}
          </StatusBadge>
        )
      }
      note={isDraft ? null : <Alert tone="info">{say('runs_hint')}</Alert>}
      compared={compared}
      turns={
        fields.lifecycle === null &&
        (fields.rotation !== null || fields.questions.length > 1) && (
          <Suspense>
            <Turns
              id={id}
              rotation={fields.rotation}
              questions={fields.questions}
              isSaved={state.status === 'saved'}
              onChange={(rotation) => draft.change({ rotation }, 'rotation')}
            />
          </Suspense>
        )
      }
      subject={subjectOf('check_in', checkIn)}
      acts={
        isDraft ? (
          <ReviewButton
            text={say('review_check_in')}
            fields={fields}
            isFaulty={state.fault !== null}
            onReview={() => void review()}
          />
        ) : (
          <Button
            disabled={state.status === 'faulty' || state.status === 'saved'}
            loading={state.status === 'saving'}
            onClick={() => void draft.flush().then((isSaved) => isSaved && showDone(say('saved_from_next')))}
          >
            {say('save_changes')}
          </Button>
        )
      }
    >
      {!isDraft && (
        <Suspense>
          <ExtendOccurrence checkInId={id} />
        </Suspense>
      )}
      <Schedule id={id} isDraft={isDraft} state={state} onChange={draft.change} />
      <section aria-labelledby="sending" className={`card pad ${classes.parts}`}>
        <h2 id="sending">{say('sending')}</h2>
        <Sending kind="check_in" id={id} fields={fields} onChange={draft.change} />
      </section>
      {isStarting && (
        <Suspense>
          <StartDialog id={id} fields={fields} onClose={() => setStarting(false)} />
        </Suspense>
      )}
    </Editor>
  )
}
