/** The open occurrence of a check-in, as its answers come in. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { AnswersForReaders } from '../answers/reader-only.tsx'
import { FirstAct, Rest, useActMenu } from '../lifecycle/act-lines.tsx'
import { mayEdit, type Subject, subjectOf } from '../lifecycle/acts.ts'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { checkInQuery } from '../results/results-queries.ts'
import { searchWith } from '../ui/address.ts'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState } from '../ui/states.tsx'
import { momentOf } from '../ui/time.tsx'
import { dayOf } from '../ui/wall-clock.ts'
import { LivePage } from './live-page.tsx'
import { openOccurrences, useLastOne, useOccurrenceSubject } from './live-queries.ts'
import { useLive } from './live-stream.ts'
import { liveTexts } from './live-texts.ts'

const route = getRouteApi('/shell/app/check-ins/$checkIn/live')

export function CheckInLivePage() {
  const say = useMessages(liveTexts)
  const { checkIn: id } = route.useParams()
  const { occurrence: chosen } = route.useSearch()
  const open = useQuery(openOccurrences(id))
  const checkIn = useQuery(checkInQuery(id)).data
  const survey = subjectOf('check_in', checkIn)
  const menu = useActMenu([survey])
  const shown = chosen ?? open.data?.check_in_instances.at(0)?.id
  if (shown !== undefined)
    // Another occurrence is another object: nothing of the one before is shown for it.
    return <Occurrence key={shown} checkInId={id} id={shown} />
  return (
    <Page
      title={checkIn?.title ?? say('title')}
      status={survey && <Rest subject={survey} />}
      crumbs={[{ label: say('surveys'), to: '/app/surveys' }]}
      actions={survey && <FirstAct subject={survey} />}
      menu={menu}
    >
      <div className="card pad">
        <QueryState query={open}>
          {() => (
            <EmptyState
              title={say('not_open')}
              description={
                checkIn?.next_opens_at && checkIn.state === 'active'
                  ? say.parts('opens_next', { at: <InSchedule key="at" at={checkIn.next_opens_at} /> })
                  : say('not_open_hint')
              }
              action={<WaysOn survey={survey} />}
            />
          )}
        </QueryState>
      </div>
    </Page>
  )
}

/** From a survey that is not open: to what was said last, and to what is asked next. */
function WaysOn({ survey }: { survey: Subject | undefined }) {
  const say = useMessages(liveTexts)
  const { checkIn } = route.useParams()
  const last = useLastOne(checkIn)
  return (
    <span className="row">
      {last && (
        <ButtonLink
          to="/app/check-ins/$checkIn/results"
          params={{ checkIn }}
          search={{ occurrence: last.id }}
        >
          {say('last_results')}
        </ButtonLink>
      )}
      <Edit survey={survey} />
    </span>
  )
}

function Edit({ survey }: { survey: Subject | undefined }) {
  const say = useMessages(liveTexts)
  const { data: me } = useMe()
  const { checkIn } = route.useParams()
  return (
    mayEdit(survey, me) && (
      <ButtonLink variant="default" to="/app/check-ins/$checkIn/edit" params={{ checkIn }}>
        {say('edit')}
      </ButtonLink>
    )
  )
}

/** A time, leading to its day. */
function InSchedule({ at }: { at: string }) {
  const day = dayOf(at)
  return (
    <Link to="/app/schedule" search={searchWith({ month: day.slice(0, monthLength), day })}>
      {momentOf(at)}
    </Link>
  )
}

const monthLength = '2027-03'.length

function Occurrence({ checkInId, id }: { checkInId: string; id: string }) {
  const say = useMessages(liveTexts)
  const [isPaused, setPaused] = useState(false)
  const subject = useOccurrenceSubject(checkInId, id)
  const live = useLive({ kind: 'occurrence', id }, subject.data?.state === 'open' && !isPaused)
  const survey = subjectOf('check_in', useQuery(checkInQuery(checkInId)).data)
  const round: Subject | undefined = survey &&
    subject.data && { ...survey, kind: 'occurrence', id, state: subject.data.state }
  const menu = useActMenu([round, survey])
  const others = useQuery(openOccurrences(checkInId)).data?.check_in_instances ?? []
  const last = useLastOne(checkInId)
  return (
    <LivePage
      query={subject}
      menu={menu}
      live={live}
      isPaused={isPaused}
      onPause={setPaused}
      kind={say('check_in')}
      ways={
        <>
          <AnswersForReaders owner={{ kind: 'occurrence', id }} of={{ checkIn: checkInId, occurrence: id }} />
          <Edit survey={survey} />
        </>
      }
      results={
        <ButtonLink
          to="/app/check-ins/$checkIn/results"
          params={{ checkIn: checkInId }}
          search={{ occurrence: id }}
        >
          {say('see_results')}
        </ButtonLink>
      }
      last={
        last?.summary
          ? {
              summary: last.summary,
              linked: (text) => (
                <Link
                  to="/app/check-ins/$checkIn/results"
                  params={{ checkIn: checkInId }}
                  search={{ occurrence: last.id }}
                >
                  {text}
                </Link>
              ),
            }
          : undefined
      }
      others={others
        .filter((one) => one.id !== id)
        .map((one) => (
          <Link key={one.id} to="." search={searchWith({ occurrence: one.id })}>
            {say('also_open', { at: momentOf(one.opens_at) })}
          </Link>
        ))}
    />
  )
}
