/** What a page shows instead of its content: nothing yet, a failure with its request id and Retry, or that it is on its way. */
import { Button, Skeleton } from '@mantine/core'
import { cloneElement, type ReactNode, use } from 'react'
import { explain, isPageFault, SondeError } from '../api.ts'
import { CopyIcon } from './copy-field.tsx'
import classes from './states.module.css'
import { useMessages } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'
import { WayOn } from './way-on.ts'

type Empty = {
  title: string
  description: ReactNode
  action?: ReactNode
  picture?: ReactNode
  example?: ReactNode
}

/** One sentence, one action, one example call. */
export const EmptyState = ({ title, description, action, picture, example }: Empty) => (
  <section className={classes.empty}>
    {picture}
    <h2>{title}</h2>
    <p className="quiet">{description}</p>
    {action}
    {example && <div className={classes.example}>{example}</div>}
  </section>
)

const goneStatus = 404

export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const say = useMessages(uiTexts)
  const wayOn = use(WayOn)
  if (wayOn && error instanceof SondeError && error.status === goneStatus)
    return cloneElement(wayOn, { gone: true })
  const id = error instanceof SondeError ? error.requestId : null
  const isFault = isPageFault(error)
  return (
    <section className={classes.empty} role="alert">
      <h2>{say('load_failed')}</h2>
      <p className="quiet">{explain(error)}</p>
      {id && (
        <p className={`quiet small ${classes.request}`}>
          {say('request')} <code>{id}</code> <CopyIcon value={id} what={say('request_id')} />
        </p>
      )}
      {(isFault || onRetry) && (
        <Button variant="default" onClick={isFault ? () => location.reload() : onRetry}>
          {say(isFault ? 'reload' : 'try_again')}
        </Button>
      )}
    </section>
  )
}

const widths = ['70%', '45%', '60%', '50%', '65%', '40%']

/** aria-busy: a page is judged, and read out, when nothing on it is any more. */
export const SkeletonLines = ({ lines = 4 }: { lines?: number }) => {
  const say = useMessages(uiTexts)
  return (
    <div aria-busy="true" data-waiting>
      <span className="visually-hidden">{say('loading')}</span>
      <div className="stack" aria-hidden="true">
        {Array.from({ length: lines }, (_none, i) => (
          <Skeleton key={i} height={16} width={widths[i % widths.length]} />
        ))}
      </div>
    </div>
  )
}
