/** The replies to a finding, with their states, and what their author may do next. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { QueryState } from '../ui/query-state.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showDone, showFailure } from '../ui/toast.ts'
import {
  repliesTo,
  type Reply,
  type Rights,
  type Scope,
  useDiscardReply,
  useWithdrawReply,
  withdrawnTo,
} from './reply-queries.ts'
import { replyTexts } from './reply-texts.ts'
import classes from './replies.module.css'

const ReplyDialog = lazy(() =>
  import('./reply-dialog.tsx').then(({ ReplyDialog }) => ({ default: ReplyDialog })),
)
const FurtherDialog = lazy(() =>
  import('./further-dialog.tsx').then(({ FurtherDialog }) => ({ default: FurtherDialog })),
)
const ConfirmDialog = lazy(() =>
  import('../ui/confirm-dialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
)

type Props = {
  insightId: string
  scope: Scope
  /** An action that is done, of which everyone could hear. */
  actionId?: string
}

type Open = { draft: Reply | null } | null

export function RepliesOfInsight({ insightId, scope, actionId }: Props) {
  const say = useMessages(replyTexts)
  const [open, setOpen] = useState<Open>(null)
  const [isAsking, setAsking] = useState(false)
  const [withdrawing, setWithdrawing] = useState<Reply | null>(null)
  const withdrawn = useQuery(withdrawnTo(insightId)).data?.replies ?? []
  const withdrawal = useWithdrawReply({
    onDone: () => {
      setWithdrawing(null)
      showDone(say('withdrawn'))
    },
  })
  return (
    <section className="stack-tight" aria-labelledby="replies">
      <h3 id="replies">{say('title')}</h3>
      <QueryState query={useQuery(repliesTo(insightId))}>
        {({ replies, rights }) => (
          <>
            <List
              replies={[...replies, ...withdrawn]}
              mayReply={rights?.reply ?? false}
              onEdit={(draft) => setOpen({ draft })}
              onWithdraw={setWithdrawing}
            />
            {rights && (
              <Offers
                rights={rights}
                isOfAction={actionId !== undefined}
                onReply={() => setOpen({ draft: null })}
                onAsk={() => setAsking(true)}
              />
            )}
          </>
        )}
      </QueryState>
      <Suspense>
        {open && (
          <ReplyDialog
            insightId={insightId}
            scope={scope}
            draft={open.draft}
            {...(actionId !== undefined && { actionId })}
            onClose={() => setOpen(null)}
            onDone={({ state }) => {
              setOpen(null)
              showDone(say(state === 'published' ? 'told' : 'saved'))
            }}
          />
        )}
        {isAsking && <FurtherDialog insightId={insightId} onClose={() => setAsking(false)} />}
        {withdrawing && (
          <ConfirmDialog
            title={say('withdraw_title')}
            effect={say('withdraw_effect')}
            action={say('withdraw')}
            isDangerous
            isBusy={withdrawal.isPending}
            error={withdrawal.error}
            onClose={() => setWithdrawing(null)}
            onConfirm={() => withdrawal.mutate(withdrawing)}
          />
        )}
      </Suspense>
    </section>
  )
}

type ListProps = {
  replies: readonly Reply[]
  mayReply: boolean
  onEdit: (reply: Reply) => void
  onWithdraw: (reply: Reply) => void
}

function List({ replies, mayReply, onEdit, onWithdraw }: ListProps) {
  const say = useMessages(replyTexts)
  return replies.length === 0 ? (
    <p className="quiet">{say(mayReply ? 'none' : 'none_to_read')}</p>
  ) : (
    <ul className={classes.list}>
      {replies.map((reply) => (
        <Item
          key={reply.id}
          reply={reply}
          onEdit={() => onEdit(reply)}
          onWithdraw={() => onWithdraw(reply)}
        />
      ))}
    </ul>
  )
}

type OffersProps = { rights: Rights; isOfAction: boolean; onReply: () => void; onAsk: () => void }

/** Buttons for what this reader may do, and none that would only be refused. */
function Offers({ rights, isOfAction, onReply, onAsk }: OffersProps) {
  const say = useMessages(replyTexts)
  return (
    <p className={classes.buttons}>
      {rights.reply && (
        <Button variant="default" onClick={onReply}>
          {say(isOfAction ? 'reply_done' : 'reply')}
        </Button>
      )}
      {rights.ask_further && !isOfAction && (
        <Button variant="default" onClick={onAsk}>
          {say('further')}
        </Button>
      )}
    </p>
  )
}

const tones: Partial<Record<Reply['state'], Tone>> = { published: 'good', draft: 'accent' }

type ItemProps = { reply: Reply; onEdit: () => void; onWithdraw: () => void }

function Item({ reply, onEdit, onWithdraw }: ItemProps) {
  const say = useMessages(replyTexts)
  const { data: me } = useMe()
  const isOwn = me?.user?.id === reply.author_user_id
  const discard = useDiscardReply({ onDone: () => showDone(say('discarded')), onFailed: showFailure })
  const waits = reply.messages_at !== null && Date.parse(reply.messages_at) > Date.now()
  return (
    <li className={`card pad stack-tight ${classes.item}`}>
      <p className={classes.meta}>
        <StatusBadge tone={tones[reply.state]}>{say(`state_${reply.state}`)}</StatusBadge>{' '}
        <span>{say(`kind_${reply.kind}`)}</span> <span className="quiet">{reply.author_name}</span>{' '}
        <span className="quiet">
          <RelativeTime at={reply.published_at ?? reply.created_at} />
        </span>
      </p>
      <p className={classes.words} dir="auto">
        {reply.text}
      </p>
      {waits && reply.state === 'published' && reply.messages_at !== null && (
        <p className="quiet small">
          {say('messages_later')} <RelativeTime at={reply.messages_at} />
        </p>
      )}
      {reply.state === 'draft' && isOwn && (
        <p className={classes.buttons}>
          <Button variant="default" size="xs" onClick={onEdit}>
            {say('edit')}
          </Button>
          <Button
            variant="subtle"
            size="xs"
            loading={discard.isPending}
            onClick={() => discard.mutate(reply)}
          >
            {say('discard')}
          </Button>
        </p>
      )}
      {reply.state === 'published' && (isOwn || me?.role === 'admin') && (
        <p className={classes.buttons}>
          <Button variant="default" size="xs" onClick={onWithdraw}>
            {say('withdraw')}
          </Button>
        </p>
      )}
    </li>
  )
}
