/** The actions that somebody made of a finding, and the way to make one. */
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../messages.ts'
import { repliesTo } from '../replies/reply-queries.ts'
import type { Insight } from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'
import classes from './insights.module.css'
import { MakeAction } from './make-action.tsx'
import type { Action } from './ranked.ts'

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
  const mayMake = useQuery(repliesTo(insight.id)).data?.rights?.make_action ?? false
  const own = actions.filter(({ origin, insight_id: from }) => origin === 'person' && from === insight.id)
  return (
    <>
      {own.map(({ id, title }) => (
        <div key={id} className={classes.action}>
          <IconCheck size={16} aria-hidden />
          <p>
            {say('acted_on')}{' '}
            <Link to="/app/actions" search={{ action: id }}>
              {title}
            </Link>
          </p>
        </div>
      ))}
      <div className="row">
        {link}
        {mayMake && (
          <Button variant="default" onClick={() => setAsked(true)}>
            {say(hasSuggestion ? 'other_action' : 'make_action')}
          </Button>
        )}
      </div>
      {isAsked && <MakeAction findings={[insight]} onClose={() => setAsked(false)} />}
    </>
  )
}
