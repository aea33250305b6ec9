/**
 * The frame of named answers, for a pulse and for an occurrence of a check-in: who reads them, filters, a row for each person, and one
 * person's answers at the side. A survey that promised no names looks like one that is not there.
 */
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { listOf } from '../results/result-words.ts'
import { type Pledge, pledgeQuery } from '../results/results-queries.ts'
import { resultsTexts } from '../results/results-texts.ts'
import { Page } from '../ui/page.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { dateOf } from '../ui/dates.ts'
import { momentOf } from '../ui/time.tsx'
import { UrlDrawer } from '../ui/url-drawer.tsx'
import { NoMatch, UrlTabs } from '../ui/url-filters.tsx'
import { AnswerFilters } from './answer-filters.tsx'
import { type AnswerFilter, answerQuery, type Owner, queryOf, useAnswers } from './answer-queries.ts'
import { answerTexts } from './answer-texts.ts'
import { AnswersGrid, withOptions } from './answers-grid.tsx'
import { type Refusal, refusalIn, refusalOf } from './names-reader.ts'
import { inOrder, orderOf } from './people.ts'
import { PeopleTable } from './people-table.tsx'
import { ShareAnswered, type Summary } from './share-answered.tsx'

const AnswerDetail = lazy(() =>
  import('./answer-detail.tsx').then(({ AnswerDetail }) => ({ default: AnswerDetail })),
)

type Props = {
  owner: Owner
  filter: AnswerFilter & {
    answer?: string | undefined
    sort?: string | undefined
    view?: 'people' | 'grid' | undefined
  }
  /** undefined until it is read */
  survey: { title: string; state: string; closesAt: string | null; summary: Summary | null } | undefined
  /** What kind of survey it is, and when it was asked. */
  description: string
  /** What leads on: to the page on which it is followed and a reminder, or to its results. */
  actions: (isOpen: boolean) => ReactNode
  /** The choice of another occurrence. */
  picker?: ReactNode
}

export function NotHere() {
  const say = useMessages(answerTexts)
  return (
    <div className="card">
      <EmptyState title={say('not_here')} description={say('not_here_hint')} />
    </div>
  )
}

export function AnswersOf({ owner, filter, survey, description, actions, picker }: Props) {
  const say = useMessages(answerTexts)
  const results = useMessages(resultsTexts)
  const { data: me } = useMe()
  const promise = useQuery(pledgeQuery(owner))
  const { data: pledge } = promise
  const foreseen = pledge && me ? refusalIn(pledge, me.user?.id) : undefined
  const { list, first } = useAnswers(owner, filter, foreseen === null)
  const refusal = foreseen ?? refusalOf(promise.error) ?? refusalOf(list.error)
  // What is not here has no name either.
  const isHere = refusal !== 'not_here' && pledge?.mode === 'attributed'
  const isOpen = survey?.state === 'open'
  const query = queryOf(filter)
  const order = orderOf(filter.sort)
  const isWhole = list.loadMore === null
  const people = list.data && (isWhole ? inOrder(list.data, order, first?.asked ?? []) : list.data)
  const hasGrid = withOptions(first?.asked ?? []).length > 0
  const empty =
    Object.keys(query).length > 0 ? (
      <NoMatch title={say('no_match')} params={['q', 'team', 'question', 'conversation']} />
    ) : (
      <EmptyState title={say('none')} description={say('none_hint')} />
    )
  const shown = {
    ...list,
    data: people,
    ...(promise.error && { error: promise.error, refetch: promise.refetch }),
  }
  const facts = [say('title'), description]
  if (isOpen && survey.closesAt) facts.push(say('closes_at', { at: momentOf(survey.closesAt) }))
  return (
    <Page
      title={(isHere ? survey?.title : undefined) ?? say('title')}
      status={isHere && survey && <State state={survey.state} />}
      description={isHere ? facts.join(' ·\u00a0') : !refusal && say('title')}
      crumbs={[{ label: results('surveys'), to: '/app/surveys' }]}
      actions={isHere && survey && actions(isOpen)}
      {...(first && {
        api: {
          operation: owner.kind === 'pulse' ? 'getPulseResponses' : 'getInstanceResponses',
          params: { id: owner.id },
          query,
        },
      })}
    >
      {refusal === 'not_here' ? (
        <NotHere />
      ) : refusal ? (
        <Refused refusal={refusal} pledge={pledge} />
      ) : (
        <>
          {first && (
            <div className="stack-tight">
              {survey?.summary && <ShareAnswered summary={survey.summary} isOpen={isOpen} />}
              <WhoReads pledge={pledge} userId={me?.user?.id} />
            </div>
          )}
          {hasGrid && (
            <UrlTabs
              label={say('views')}
              param="view"
              tabs={(['people', 'grid'] as const).map((id) => ({ id, label: say(`view_${id}`) }))}
            />
          )}
          <AnswerFilters first={first} isGrid={filter.view === 'grid'} picker={picker} />
          {filter.view === 'grid' && hasGrid && first && people && people.length > 0 ? (
            <AnswersGrid list={shown} first={first} question={filter.question} />
          ) : (
            <PeopleTable list={shown} first={first} order={order} question={filter.question} empty={empty} />
          )}
        </>
      )}
      {first && (
        <OneAtTheSide
          owner={owner}
          responseId={filter.answer}
          nameOf={(id) => people?.find((one) => one.id === id)?.name}
        >
          {(id) => (
            <AnswerDetail
              // Another person is another object.
              key={id}
              owner={owner}
              responseId={id}
              first={first}
              pledge={pledge}
              among={(people ?? []).map((one) => one.id)}
            />
          )}
        </OneAtTheSide>
      )}
    </Page>
  )
}

function State({ state }: { state: string }) {
  const say = useMessages(answerTexts)
  return state === 'open' ? (
    <StatusBadge tone="good">{say('open')}</StatusBadge>
  ) : (
    state === 'closed' && <StatusBadge>{say('closed')}</StatusBadge>
  )
}

type SideProps = {
  owner: Owner
  responseId: string | undefined
  nameOf: (responseId: string) => string | undefined
  children: (responseId: string) => ReactNode
}

/** Named by the person: from the list, or where the filter leaves them out, from what is read of them. */
function OneAtTheSide({ owner, responseId = '', nameOf, children }: SideProps) {
  const say = useMessages(answerTexts)
  const { data } = useQuery({ ...answerQuery({ owner, responseId }), enabled: false })
  return (
    <UrlDrawer param="answer" title={(id) => nameOf(id) ?? data?.name ?? say('answers_of_one')}>
      {(id) => <Suspense fallback={<SkeletonLines />}>{children(id)}</Suspense>}
    </UrlDrawer>
  )
}

type WhoReadsProps = { pledge: Pledge | undefined; userId: string | undefined }

/** From the promise itself: no other list of readers exists. */
function WhoReads({ pledge, userId }: WhoReadsProps) {
  const say = useMessages(answerTexts)
  if (!pledge) return <SkeletonLines lines={1} />
  const { audience, answers_due_at: due } = pledge
  const others = audience.filter(({ user_id: id }) => id !== userId).map(({ name }) => name)
  return (
    <p className="quiet small">
      {others.length === 0 ? say('you_read_alone') : say('you_read', { readers: listOf(others) })}{' '}
      {due && say('kept_until', { date: dateOf(due) })}
    </p>
  )
}

type RefusedProps = { refusal: Exclude<Refusal, 'not_here'>; pledge: Pledge | undefined }

function Refused({ refusal, pledge }: RefusedProps) {
  const say = useMessages(answerTexts)
  const names = pledge?.audience.map(({ name }) => name) ?? []
  return (
    <div className="card">
      {refusal === 'deleted' ? (
        <EmptyState title={say('deleted')} description={say('deleted_hint')} />
      ) : (
        <EmptyState
          title={say('not_reader')}
          description={
            names.length === 0
              ? say('not_reader_hint')
              : `${say('readers', { count: names.length, readers: listOf(names) })} ${say('not_reader_hint')}`
          }
        />
      )}
    </div>
  )
}
