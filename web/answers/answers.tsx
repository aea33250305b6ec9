/**
 * The frame of named answers, for a pulse and for an occurrence of a check-in: who reads them, filters, a row for each person, and one
 * person's answers at the side. A survey that promised no names looks like one that is not there.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { listOf } from '../results/result-words.ts'
import { type Pledge, pledgeQuery } from '../results/results-queries.ts'
import { resultsTexts } from '../results/results-texts.ts'
import { searchWith } from '../ui/address.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import text from '../ui/text.module.css'
import { dateOf, RelativeTime } from '../ui/time.tsx'
import { UrlDrawer } from '../ui/url-drawer.tsx'
import { NoMatch, UrlFilters, UrlSearch, UrlSelect } from '../ui/url-filters.tsx'
import {
  type AnswerFilter,
  type Asked,
  type NamedAnswer,
  type Owner,
  queryOf,
  useAnswers,
} from './answer-queries.ts'
import { answerTexts } from './answer-texts.ts'
import { AnswerInShort } from './answer-in-short.tsx'
import classes from './answers.module.css'
import { type Refusal, refusalIn, refusalOf } from './names-reader.ts'

const AnswerDetail = lazy(() =>
  import('./answer-detail.tsx').then(({ AnswerDetail }) => ({ default: AnswerDetail })),
)

type Props = {
  owner: Owner
  filter: AnswerFilter & { answer?: string | undefined }
  /** undefined until it is read */
  title: string | undefined
  /** What kind of survey it is, and when it was asked. */
  description: string
  /** A link to its results. */
  results: ReactNode
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

export function AnswersOf({ owner, filter, title, description, results, picker }: Props) {
  const say = useMessages(answerTexts)
  const survey = useMessages(resultsTexts)
  const { data: me } = useMe()
  const promise = useQuery(pledgeQuery(owner))
  const { data: pledge } = promise
  const foreseen = pledge && me ? refusalIn(pledge, me.user?.id) : undefined
  const { list, first } = useAnswers(owner, filter, foreseen === null)
  const refusal = foreseen ?? refusalOf(promise.error) ?? refusalOf(list.error)
  const columns = useColumns(first?.asked ?? [], filter.question)
  // What is not here has no name either.
  const isHere = refusal !== 'not_here' && pledge?.mode === 'attributed'
  const query = queryOf(filter)
  const isFiltered = Object.keys(query).length > 0
  return (
    <Page
      title={(isHere ? title : undefined) ?? say('title')}
      description={isHere ? `${say('title')} · ${description}` : !refusal && say('title')}
      crumbs={[{ label: survey('surveys'), to: '/app/surveys' }]}
      actions={isHere && results}
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
          {first && <WhoReads pledge={pledge} />}
          <UrlFilters>
            <UrlSearch label={say('search')} />
            <UrlSelect
              label={say('team')}
              param="team"
              all={say('all_teams')}
              options={(first?.teams ?? []).map(({ team_id: value, name: label }) => ({ value, label }))}
            />
            <UrlSelect
              label={say('question')}
              param="question"
              all={say('all_questions')}
              options={(first?.asked ?? []).map((one, at) => ({ value: one.id, label: headingOf(one, at) }))}
            />
            <UrlSelect
              label={say('conversation')}
              param="conversation"
              all={say('all_answers')}
              options={(['any', 'unanswered'] as const).map((value) => ({
                value,
                label: say(`conversation_${value}`),
              }))}
            />
            {picker}
          </UrlFilters>
          <DataTable
            label={say('title')}
            list={promise.error ? { ...list, error: promise.error, refetch: promise.refetch } : list}
            columns={columns}
            keyOf={({ id }) => id}
            countText={(count) => say('count', { count })}
            empty={
              isFiltered ? (
                <NoMatch title={say('no_match')} params={['q', 'team', 'question', 'conversation']} />
              ) : (
                <EmptyState title={say('none')} description={say('none_hint')} />
              )
            }
          />
        </>
      )}
      {first && (
        <UrlDrawer param="answer" title={say('answers_of_one')}>
          {(id) => (
            <Suspense fallback={<SkeletonLines />}>
              <AnswerDetail owner={owner} responseId={id} first={first} pledge={pledge} />
            </Suspense>
          )}
        </UrlDrawer>
      )}
    </Page>
  )
}

/** From the promise itself: no other list of readers exists. */
function WhoReads({ pledge }: { pledge: Pledge | undefined }) {
  const say = useMessages(answerTexts)
  if (!pledge) return <SkeletonLines lines={1} />
  const { audience, answers_due_at: due } = pledge
  const names = audience.map(({ name }) => name)
  return (
    <p className="quiet">
      {say('readers', { count: names.length, readers: listOf(names) })}{' '}
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

const headingMax = 32

/** “2. What got in the way?”: numbered as in the survey, so that two are never called the same. */
function headingOf({ text: words }: Asked, at: number): string {
  const short = words.length > headingMax ? `${words.slice(0, headingMax).trimEnd()}…` : words
  return `${at + 1}. ${short}`
}

const firstShown = 2

function useColumns(asked: readonly Asked[], chosen: string | undefined): Column<NamedAnswer>[] {
  const say = useMessages(answerTexts)
  const numbered = asked.map((one, at) => ({ one, at }))
  const only = numbered.filter(({ one }) => one.id === chosen)
  return [
    {
      header: say('name'),
      cell: ({ id, name }) => (
        <Link
          to="."
          search={searchWith({ answer: id })}
          resetScroll={false}
          className={`${text.name} ${classes.name}`}
          dir="auto"
        >
          {name}
        </Link>
      ),
    },
    {
      header: say('counted_in'),
      cell: ({ team_name: team }) => team ?? <span className="quiet">{say('everyone')}</span>,
    },
    { header: say('when'), cell: ({ submitted_at: at }) => <RelativeTime at={at} /> },
    ...(only.length > 0 ? only : numbered.slice(0, firstShown)).map(({ one, at }) => ({
      header: headingOf(one, at),
      cell: ({ answers }: NamedAnswer) => (
        <AnswerInShort asked={one} answer={answers.find(({ question_id: id }) => id === one.id)} />
      ),
    })),
    {
      header: say('conversation'),
      cell: ({ conversation }) =>
        conversation && (
          <span className={classes.talk}>
            <span className="figures">{say('messages', { count: conversation.messages })}</span>
            {conversation.last_sender === 'respondent' && (
              <StatusBadge tone="warn">{say('awaits_reply')}</StatusBadge>
            )}
          </span>
        ),
      hideInCard: ({ conversation }) => conversation === null,
    },
  ]
}
