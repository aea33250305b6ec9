/** “View as API”: the call that yields what a page shows, as curl and as TypeScript. */
import { IconCode } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { ApiCall } from './api-call.tsx'
import { Popup } from './popup.tsx'
import classes from './popup.module.css'
import { Tooltip } from './tooltip.tsx'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'

const ApiExamples = lazy(() => import('./api-call.tsx').then((made) => ({ default: made.ApiExamples })))

export const ViewAsApi = (call: ApiCall) => {
  const say = useMessages(uiTexts)
  const { data: me } = useMe()
  // Who only answers, or leads a team, makes no programs.
  if (me?.role === 'member') return null
  return (
    <Tooltip label={say('view_as_api')}>
      <Popup
        label={say('view_as_api')}
        className={classes.bordered}
        width={520}
        face={<IconCode size={18} aria-hidden />}
      >
        {() => (
          <div className="stack-tight" style={{ padding: 12 }}>
            <p className="quiet small">{say('view_as_api_hint')}</p>
            <Suspense>
              <ApiExamples {...call} />
            </Suspense>
          </div>
        )}
      </Popup>
    </Tooltip>
  )
}
