/** One person's answers at the side of the list, question by question, and the conversation about them. */
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../messages.ts'
import type { Pledge } from '../results/results-queries.ts'
import { Facts } from '../ui/facts.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState } from '../ui/states.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { type Answers, answerQuery, type NamedAnswer, type Owner } from './answer-queries.ts'
import { answerTexts } from './answer-texts.ts'
import { AnswerView } from './answer-view.tsx'
import classes from './answers.module.css'
import { ConversationOf } from './conversation.tsx'
import { refusalOf } from './names-reader.ts'

type Props = {
  owner: Owner
  responseId: string
  /** What was asked, and in which language. */
  first: Pick<Answers, 'asked' | 'language'>
  pledge: Pledge | undefined
}

export function AnswerDetail({ owner, responseId, first, pledge }: Props) {
  const say = useMessages(answerTexts)
  const query = useQuery(answerQuery({ owner, responseId }))
  if (refusalOf(query.error))
    return <EmptyState title={say('answer_not_here')} description={say('answer_not_here_hint')} />
  return (
    <QueryState query={query}>
      {(one) => (
        <div className="stack">
          <h2 dir="auto">{one.name}</h2>
          <Facts
            facts={[
              [say('counted_in'), one.team_name ?? say('everyone')],
              [say('when'), <RelativeTime key="when" at={one.submitted_at} />],
              ...(one.conversation
                ? [[say('conversation'), <ToConversation key="to" one={one} />] as const]
                : []),
            ]}
          />
          <AnswersOfOne one={one} first={first} />
          <ConversationOf owner={owner} one={one} pledge={pledge} />
        </div>
      )}
    </QueryState>
  )
}

/** Below many answers nobody would find it. */
function ToConversation({ one: { conversation } }: { one: NamedAnswer }) {
  const say = useMessages(answerTexts)
  return (
    <button
      type="button"
      className={classes.jump}
      onClick={() => document.getElementById('conversation')?.focus()}
    >
      {say('messages', { count: conversation?.messages ?? 0 })}
      {conversation?.last_sender === 'respondent' && ` · ${say('awaits_reply')}`}
    </button>
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
