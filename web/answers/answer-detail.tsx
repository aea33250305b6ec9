/** One person's answers at the side of the list, question by question, and the conversation about them. */
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import type { Pledge } from '../results/results-queries.ts'
import { searchWith } from '../ui/address.ts'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { type Answers, answerQuery, type NamedAnswer, type Owner } from './answer-queries.ts'
import { answerTexts } from './answer-texts.ts'
import { AnswerView } from './answer-view.tsx'
import classes from './answers.module.css'
import { ConversationOf } from './conversation.tsx'
import { refusalOf } from './names-reader.ts'
import { AnsweredAt, hasTeams } from './people-table.tsx'

type Props = {
  owner: Owner
  responseId: string
  /** What was asked, and in which language. */
  first: Answers
  pledge: Pledge | undefined
  /** The ids of those that the list shows, in its order. */
  among: readonly string[]
}

export function AnswerDetail({ owner, responseId, first, pledge, among }: Props) {
  const say = useMessages(answerTexts)
  const query = useQuery(answerQuery({ owner, responseId }))
  if (refusalOf(query.error))
    return <EmptyState title={say('answer_not_here')} description={say('answer_not_here_hint')} />
  return (
    <div className="stack">
      <Neighbours responseId={responseId} among={among} />
      <QueryState query={query}>
        {(one) => (
          <div className="stack">
            <p className={`quiet ${classes.meta}`}>
              {hasTeams(first) && <span>{one.team_name ?? say('everyone')}</span>}
              <span>
                {say.parts('answered_at', { when: <AnsweredAt key="when" at={one.submitted_at} /> })}
              </span>
              {one.conversation && <ToConversation one={one} />}
            </p>
            <AnswersOfOne one={one} first={first} />
            <ConversationOf owner={owner} one={one} pledge={pledge} />
          </div>
        )}
      </QueryState>
    </div>
  )
}

/** From person to person, as the list has them. Each step is in place of the one before, so that back leads to the list. */
function Neighbours({ responseId, among }: Pick<Props, 'responseId' | 'among'>) {
  const say = useMessages(answerTexts)
  const at = among.indexOf(responseId)
  if (at < 0 || among.length < 2) return null
  const step = (to: string | undefined, name: 'previous' | 'next') => {
    const Icon = name === 'previous' ? IconChevronLeft : IconChevronRight
    return to === undefined ? (
      <span className={classes.step} aria-hidden="true" data-off>
        <Icon size={18} />
      </span>
    ) : (
      <Link
        to="."
        search={searchWith({ answer: to })}
        replace
        resetScroll={false}
        className={classes.step}
        aria-label={say(`${name}_person`)}
      >
        <Icon size={18} aria-hidden />
      </Link>
    )
  }
  return (
    <nav className={classes.neighbours} aria-label={say('people')}>
      {step(among[at - 1], 'previous')}
      <span className="quiet small figures">{say('nth', { nth: at + 1, count: among.length })}</span>
      {step(among[at + 1], 'next')}
    </nav>
  )
}

/** Below many answers nobody would find it. */
function ToConversation({ one: { conversation } }: { one: NamedAnswer }) {
  const say = useMessages(answerTexts)
  return (
    <>
      <button
        type="button"
        className={classes.jump}
        onClick={() => document.getElementById('conversation')?.focus()}
      >
        {say('messages', { count: conversation?.messages ?? 0 })}
      </button>
      {conversation?.last_sender === 'respondent' && (
        <StatusBadge tone="warn">{say('awaits_reply')}</StatusBadge>
      )}
    </>
  )
}

function AnswersOfOne({ one, first: { asked, language } }: { one: NamedAnswer; first: Props['first'] }) {
  const say = useMessages(answerTexts)
  return (
    <section aria-labelledby="answers">
      <h3 id="answers" className="visually-hidden">
        {say('title')}
      </h3>
      <ol className={classes.answers}>
        {asked.map((question) => (
          <li key={question.id}>
            <p className={classes.question} lang={language ?? undefined} dir="auto">
              {question.text}
            </p>
            <AnswerView
              asked={question}
              language={language ?? undefined}
              answer={one.answers.find(({ question_id: id }) => id === question.id)}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
