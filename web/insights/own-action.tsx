/** The actions that somebody made of a finding, and the way to make one. */
import { Button } from '@mantine/core'
import { IconBulb, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMessages } from '../messages.ts'
import { repliesTo } from '../replies/reply-queries.ts'
import type { Insight } from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'
import classes from './insights.module.css'
import type { Action } from './ranked.ts'

const MakeAction = lazy(() => import('./make-action.tsx').then(({ MakeAction }) => ({ default: MakeAction })))

/** By people, and not suggested by the report. */
export const madeOf = ({ id }: Insight, actions: readonly Action[]): Action[] =>
  actions.filter(({ origin, insight_id: from }) => origin === 'person' && from === id)

const useMayMake = ({ id }: Insight): boolean => useQuery(repliesTo(id)).data?.rights?.make_action ?? false

type Props = {
  insight: Insight
  actions: readonly Action[]
  /** Whether what is suggested waits for a decision: that comes first, and this is another one. */
  hasSuggestion: boolean
  /** What comes first, beside the button. */
  link: ReactNode
}

export function OwnActions({ insight, actions, hasSuggestion, link }: Props) {
  const say = useMessages(insightTexts)
  const [isAsked, setAsked] = useState(false)
  const mayMake = useMayMake(insight)
  return (
    <>
      <Made actions={madeOf(insight, actions)} />
      <div className="row">
        {link}
        {mayMake && (
          <Button variant="default" onClick={() => setAsked(true)}>
            {say(hasSuggestion ? 'other_action' : 'make_action')}
          </Button>
        )}
      </div>
      {isAsked && <Form insight={insight} onClose={() => setAsked(false)} />}
    </>
  )
}

/** On the card of what needs attention, where the report suggests nothing: what people made of it, or the way to make something. */
export function NoSuggestion({ insight, made }: { insight: Insight; made: readonly Action[] }) {
  const say = useMessages(insightTexts)
  const [isAsked, setAsked] = useState(false)
  const mayMake = useMayMake(insight)
  if (made.length > 0) return <Made actions={made} />
  return (
    <div className={classes.action} data-none>
      <IconBulb size={16} aria-hidden />
      <p>{say('no_suggestion')}</p>
      {mayMake && (
        <Button variant="subtle" onClick={() => setAsked(true)}>
          {say('make_action')}
        </Button>
      )}
      {isAsked && <Form insight={insight} onClose={() => setAsked(false)} />}
    </div>
  )
}

const Made = ({ actions }: { actions: readonly Action[] }) => {
  const say = useMessages(insightTexts)
  return actions.map(({ id, title }) => (
    <div key={id} className={classes.action}>
      <IconCheck size={16} aria-hidden />
      <p>
        {say('acted_on')}{' '}
        <Link to="/app/actions" search={{ action: id }}>
          {title}
        </Link>
      </p>
    </div>
  ))
}

const Form = ({ insight, onClose }: { insight: Insight; onClose: () => void }) => (
  <Suspense>
    <MakeAction findings={[insight]} onClose={onClose} />
  </Suspense>
)
