/** What was written about one person's answers, by them and by the readers whom the promise names, and a box to write in. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { listOf } from '../results/result-words.ts'
import type { Pledge } from '../results/results-queries.ts'
import { QueryState } from '../ui/query-state.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showRefusal } from '../ui/toast.ts'
import {
  conversationQuery,
  type Message,
  type NamedAnswer,
  type Owner,
  useDiscardMessage,
  useWithdrawMessage,
} from './answer-queries.ts'
import { answerTexts } from './answer-texts.ts'
import classes from './answers.module.css'
import { MessageBox } from './message-box.tsx'
import { useRefusalText } from './refusal-text.ts'

const ConfirmDialog = lazy(() =>
  import('../ui/confirm-dialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
)

type Props = { owner: Owner; one: NamedAnswer; pledge: Pledge | undefined }

export function ConversationOf({ owner, one, pledge }: Props) {
  const say = useMessages(answerTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  const [draft, setDraft] = useState<Message | null>(null)
  const [done, setDone] = useState('')
  const query = useQuery(conversationQuery({ owner, responseId: one.id }))
  const { data: me } = useMe()
  const others = pledge?.audience.filter(({ user_id: id }) => id !== me?.user?.id) ?? []
  return (
    <section className={classes.conversation} aria-labelledby="conversation">
      <h3 id="conversation" ref={heading} tabIndex={-1}>
        {say('conversation')}
      </h3>
      <p className="quiet small">
        {say('conversation_readers', {
          readers: listOf([say('you_among'), one.name, ...others.map(({ name }) => name)]),
        })}
      </p>
      <QueryState query={query}>
        {({ messages, messages_left: left }) => (
          <>
            <Messages messages={messages} heading={heading} onEdit={setDraft} onDone={setDone} />
            {left === 0 && draft === null ? (
              <p role="note">{say('conversation_full')}</p>
            ) : (
              <MessageBox
                // Another draft is another text.
                key={draft?.id ?? 'new'}
                owner={owner}
                one={one}
                draft={draft}
                done={done}
                onDone={setDone}
                onEnd={() => {
                  setDraft(null)
                  heading.current?.focus()
                }}
              />
            )}
          </>
        )}
      </QueryState>
    </section>
  )
}

type MessagesProps = {
  messages: readonly Message[]
  /** Takes the focus when a message goes, and its button with it. */
  heading: RefObject<HTMLHeadingElement | null>
  onEdit: (draft: Message | null) => void
  onDone: (words: string) => void
}

function Messages({ messages, heading, onEdit, onDone }: MessagesProps) {
  const say = useMessages(answerTexts)
  const refusalText = useRefusalText()
  const [withdrawing, setWithdrawing] = useState<Message | null>(null)
  const withdrawal = useWithdrawMessage({
    onDone: () => {
      setWithdrawing(null)
      onDone(say('withdrawn'))
      heading.current?.focus()
    },
  })
  const discard = useDiscardMessage({
    onDone: () => {
      onEdit(null)
      onDone(say('discarded'))
      heading.current?.focus()
    },
    onFailed: (error) => showRefusal(refusalText(error)),
  })
  const newest = messages.findLast(({ state }) => state !== 'draft')
  // What came later must not move what somebody is writing.
  const [awaited] = useState(newest?.sender === 'respondent' ? newest.id : null)
  const list = useRef<HTMLOListElement>(null)
  // What awaits a reply is below all answers, and in a low window under the box to write in.
  useEffect(() => {
    if (awaited) list.current?.querySelector('[data-awaited]')?.scrollIntoView({ block: 'center' })
  }, [awaited])
  if (messages.length === 0) return <p className="quiet">{say('no_messages')}</p>
  return (
    <>
      <ol ref={list} className={classes.messages}>
        {messages.map((message, at) => (
          <Item
            key={message.id}
            isAwaited={message.id === awaited}
            message={message}
            isAnswered={messages.slice(at + 1).some(({ sender }) => sender === 'respondent')}
            onEdit={() => onEdit(message)}
            onDiscard={() => discard.mutate(message)}
            onWithdraw={() => setWithdrawing(message)}
          />
        ))}
      </ol>
      <Suspense>
        {withdrawing && (
          <ConfirmDialog
            title={say('withdraw_title')}
            effect={say('withdraw_effect')}
            action={say('withdraw')}
            isDangerous
            isBusy={withdrawal.isPending}
            error={withdrawal.error && new Error(refusalText(withdrawal.error))}
            onClose={() => setWithdrawing(null)}
            onConfirm={() => withdrawal.mutate(withdrawing)}
          />
        )}
      </Suspense>
    </>
  )
}

type ItemProps = {
  message: Message
  /** The person wrote after it: their words would answer nothing. */
  isAnswered: boolean
  /** The newest one when the conversation was opened, to which nobody had replied. */
  isAwaited: boolean
  onEdit: () => void
  onDiscard: () => void
  onWithdraw: () => void
}

function Item({ message, isAnswered, isAwaited, onEdit, onDiscard, onWithdraw }: ItemProps) {
  const say = useMessages(answerTexts)
  const { data: me } = useMe()
  const isOwn = message.author_user_id !== null && message.author_user_id === me?.user?.id
  const isDraft = message.state === 'draft'
  return (
    <li data-side={message.sender} data-draft={isDraft || undefined} data-awaited={isAwaited || undefined}>
      <p className={classes.meta}>
        <strong dir="auto">{isOwn ? say('you') : message.author_name}</strong>{' '}
        <span className="quiet small">
          <RelativeTime at={message.published_at ?? message.created_at} />
        </span>{' '}
        {isDraft && <StatusBadge tone="accent">{say('draft')}</StatusBadge>}
      </p>
      <p className={classes.words} lang="" dir="auto">
        {message.text}
      </p>
      {isOwn && (isDraft || !isAnswered) && (
        <p className={classes.meta}>
          {isDraft ? (
            <>
              <Button variant="default" size="xs" onClick={onEdit}>
                {say('edit_draft')}
              </Button>
              <Button variant="subtle" size="xs" onClick={onDiscard}>
                {say('discard_draft')}
              </Button>
            </>
          ) : (
            <Button variant="subtle" size="compact-xs" className={classes.quietly} onClick={onWithdraw}>
              {say('withdraw_button')}
            </Button>
          )}
        </p>
      )}
    </li>
  )
}
