/** What is suggested about a finding, to accept where it stands; accepted, it can be undone. */
import { Button } from '@mantine/core'
import { IconBulb, IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useActionStep } from '../home/home-queries.ts'
import { useMessages } from '../messages.ts'
import { showFailure } from '../ui/toast.ts'
import { insightTexts } from './insight-texts.ts'
import type { Action } from './ranked.ts'
import classes from './insights.module.css'

export function CardAction({ action }: { action: Action }) {
  const say = useMessages(insightTexts)
  const step = useActionStep(showFailure)
  const isSuggested = action.state === 'suggested'
  return (
    <div className={classes.action}>
      {isSuggested ? <IconBulb size={16} aria-hidden /> : <IconCheck size={16} aria-hidden />}
      <p>
        {say(isSuggested ? 'suggests' : 'acted_on')}{' '}
        <Link to="/app/actions" search={{ action: action.id }}>
          {action.title}
        </Link>
      </p>
      <span aria-live="polite">
        {isSuggested ? (
          <Button
            size="xs"
            loading={step.isPending}
            onClick={() => step.mutate({ action, state: 'accepted' })}
            aria-label={say('accept_action', { title: action.title })}
          >
            {say('accept')}
          </Button>
        ) : (
          action.state === 'accepted' && (
            <Button
              size="xs"
              variant="default"
              loading={step.isPending}
              onClick={() => step.mutate({ action, state: 'suggested' })}
            >
              {say('undo')}
            </Button>
          )
        )}
      </span>
    </div>
  )
}
