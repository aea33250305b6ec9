/** When there is no such page, or a page fell over: said plainly, with a way on. */
import { use } from 'react'
import { Failure } from '../ui/states.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { WayOn } from '../ui/way-on.ts'
import { useMessages } from '../messages.ts'
import { shellTexts } from './shell-texts.ts'

/** Stands alone, outside of the shell. */
export const NotFoundPage = () => (
  <main>
    <NotFound />
  </main>
)

/** An address of the workspace that is none: whoever is signed in keeps the navigation. */
export const NotFound = () => {
  const say = useMessages(shellTexts)
  const address = <code key="address">{location.pathname}</code>
  return (
    <Page title={say('not_found')} description={say.parts('not_found_hint', { address })} narrow>
      {use(WayOn) ?? (
        <div>
          <ButtonLink to="/app">{say('go_home')}</ButtonLink>
        </div>
      )}
    </Page>
  )
}

export const FailurePage = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const say = useMessages(shellTexts)
  return (
    <Page title={say('failed')} narrow>
      <div className="card">
        <Failure error={error} onRetry={onRetry} />
      </div>
    </Page>
  )
}

/** The same where the shell itself could not be drawn. */
export const ShellFailurePage = (props: { error: unknown; onRetry: () => void }) => (
  <main>
    <FailurePage {...props} />
  </main>
)
