/** A pulse while it is written: when it opens and closes, and then asking people for it. */
import { Radio, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { queryClient } from '../api.ts'
import { subjectOf } from '../lifecycle/acts.ts'
import { useMe } from '../me.ts'
import { loadMessages, type Say, useMessages } from '../messages.ts'
import { isConflict, refresh } from '../queries.ts'
import form from '../ui/form.module.css'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { showDone } from '../ui/toast.ts'
import { momentOf } from '../ui/time.tsx'
import { readersZone } from '../reader.ts'
import { dayOf, instantOf, minuteOf } from '../ui/wall-clock.ts'
import { shift } from '../schedule/months.ts'
import { type Pulse, pulseQuery, savePulse, useBegin } from './draft-queries.ts'
import { createDraft } from './draft-store.ts'
import { draftTexts } from './draft-texts.ts'
import { pulseTexts } from './pulse-texts.ts'
import type { Compared } from './conflict.tsx'
import { Draft, Editor } from './editor.tsx'
import { bodyOf, faultText, type Fields, fieldsOf } from './fields.ts'
import { openTexts } from './open-texts.ts'
import { InsteadOfEditor } from './instead-of-editor.tsx'
import { ReviewButton } from './review-button.tsx'
import { Sending } from './sending.tsx'
import { useDraft } from './use-draft.ts'
import classes from './drafts.module.css'

const OpenDialog = lazy(async () => {
  const [{ OpenDialog }] = await Promise.all([import('./open-dialog.tsx'), loadMessages(openTexts)])
  return { default: OpenDialog }
})

const route = getRouteApi('/shell/app/pulses/$pulse/edit')

export function PulseEditorPage() {
  const say = useMessages(draftTexts)
  const { pulse: id } = route.useParams()
  const { data: me } = useMe()
  const query = useQuery(pulseQuery(id))
  const { data: pulse } = query
  if (!pulse || !me)
    return (
      <Page title={say('editor')}>
        <QueryState query={query} hasCard>
          {() => null}
        </QueryState>
      </Page>
    )
  const { title } = pulse
  const subject = subjectOf('pulse', pulse)
  if (pulse.author_user_id !== me.user?.id)
    return <InsteadOfEditor {...{ title, subject }} reason={{ kind: 'not_yours', pulseId: id }} />
  if (pulse.state === 'scheduled')
    return <InsteadOfEditor {...{ title, subject }} reason={{ kind: 'is_scheduled', pulse }} />
  if (pulse.state === 'cancelled')
    return <InsteadOfEditor {...{ title, subject }} reason={{ kind: 'was_cancelled', pulseId: id }} />
  if (pulse.state !== 'draft') {
    const isOpen = pulse.state === 'open'
    return <InsteadOfEditor {...{ title, subject }} reason={{ kind: 'has_opened', pulseId: id, isOpen }} />
  }
  return <PulseEditor pulse={pulse} />
}

type PulseFields = Fields & Pick<Pulse, 'opens_at' | 'closes_at'>

const pulseFields = (pulse: Pulse, say: Say<typeof draftTexts>): PulseFields => ({
  ...fieldsOf(pulse, say),
  opens_at: pulse.opens_at,
  closes_at: pulse.closes_at,
})

const storedOf = (pulse: Pulse, say: Say<typeof draftTexts>) => ({
  fields: pulseFields(pulse, say),
  version: pulse.version,
})

const compared: Compared<PulseFields>[] = [
  { field: 'opens_at', read: ({ opens_at: at }) => (at === null ? '–' : momentOf(at)) },
  { field: 'closes_at', read: ({ closes_at: at }) => (at === null ? '–' : momentOf(at)) },
]

function PulseEditor({ pulse }: { pulse: Pulse }) {
  const say = useMessages(draftTexts)
  const sayOfPulse = useMessages(pulseTexts)
  const { id } = pulse
  const navigate = useNavigate()
  const [isOpening, setOpening] = useState(false)
  const keep = (saved: Pulse) => {
    queryClient.setQueryData(pulseQuery(id).queryKey, saved)
    return storedOf(saved, say)
  }
  const [draft, state] = useDraft(() =>
    createDraft<PulseFields>({
      stored: storedOf(pulse, say),
      send: async ({ opens_at, closes_at, ...changes }, version) =>
        keep(
          await savePulse(
            id,
            {
              ...bodyOf(changes),
              ...(opens_at !== undefined && { opens_at }),
              ...(closes_at !== undefined && { closes_at }),
            },
            version,
          ),
        ),
      read: async () => keep(await queryClient.fetchQuery({ ...pulseQuery(id), staleTime: 0 })),
      isConflict,
      onSaved: () => void refresh('previewPulse', 'listSurveys'),
      faultOf: (fields) => faultText(fields, say),
      savesItself: true,
    }),
  )
  const { fields } = state
  const isLater = fields.opens_at !== null
  const begin = useBegin(id, {
    onDone: (_reply, how) => {
      showDone(sayOfPulse(how === 'open' ? 'opened' : 'scheduled', { title: fields.title }))
      void navigate({
        to: '/app/surveys',
        search: how === 'open' ? {} : { tab: 'scheduled', at: id },
      })
    },
  })
  const review = async (): Promise<void> => {
    if (await draft.flush()) setOpening(true)
  }
  return (
    <Editor
      kind="pulse"
      id={id}
      draft={draft}
      state={state}
      status={<Draft />}
      compared={compared}
      subject={subjectOf('pulse', pulse)}
      acts={
        <ReviewButton
          text={sayOfPulse('review_pulse')}
          fields={fields}
          isFaulty={state.fault !== null}
          onReview={() => void review()}
        />
      }
    >
      <section aria-labelledby="sending" className={`card pad ${classes.parts}`}>
        <h2 id="sending">{say('sending')}</h2>
        <fieldset className={classes.modes}>
          <legend>{sayOfPulse('opens')}</legend>
          <Radio
            name="opens"
            label={sayOfPulse('opens_now')}
            checked={!isLater}
            onChange={() => draft.change({ opens_at: null }, 'opens')}
          />
          <Radio
            name="opens"
            label={sayOfPulse('opens_later')}
            checked={isLater}
            onChange={() => draft.change({ opens_at: tomorrowMorning() }, 'opens')}
          />
        </fieldset>
        <div className={form.pair}>
          {isLater && (
            <Moment
              label={sayOfPulse('opens_at')}
              value={fields.opens_at}
              onChange={(opens_at) => draft.change({ opens_at }, 'opens_at')}
            />
          )}
          <Moment
            label={sayOfPulse('closes_at')}
            value={fields.closes_at}
            onChange={(closes_at) => draft.change({ closes_at }, 'closes_at')}
          />
        </div>
        <p className="quiet small">{sayOfPulse('your_zone', { zone: readersZone })}</p>
        <Sending kind="pulse" id={id} fields={fields} onChange={draft.change} />
      </section>
      {isOpening && (
        <Suspense>
          <OpenDialog
            kind="pulse"
            id={id}
            fields={fields}
            title={sayOfPulse(isLater ? 'schedule_title' : 'open_title')}
            when={
              isLater && fields.opens_at !== null
                ? sayOfPulse('opens_on', { when: momentOf(fields.opens_at) })
                : sayOfPulse('opens_at_once')
            }
            until={
              fields.closes_at === null
                ? sayOfPulse('no_end')
                : sayOfPulse('closes_on', { when: momentOf(fields.closes_at) })
            }
            opensAt={fields.opens_at ?? new Date().toISOString()}
            action={sayOfPulse(isLater ? 'schedule' : 'open')}
            isBusy={begin.isPending}
            error={begin.error}
            onConfirm={() => begin.mutate(isLater ? 'schedule' : 'open')}
            onClose={() => {
              begin.reset()
              setOpening(false)
            }}
          />
        </Suspense>
      )}
    </Editor>
  )
}

const tomorrowMorning = (): string => instantOf(`${shift(dayOf(Date.now()), 1)}T09:00`)

type MomentProps = { label: string; value: string | null; onChange: (value: string | null) => void }

const Moment = ({ label, value, onChange }: MomentProps) => (
  <TextInput
    type="datetime-local"
    label={label}
    value={value === null ? '' : minuteOf(value)}
    onChange={({ currentTarget: { value: typed } }) => onChange(typed === '' ? null : instantOf(typed))}
  />
)
