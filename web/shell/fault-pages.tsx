/** When a page fell over: said plainly, with a way on. */
import { Failure } from '../ui/states.tsx'
import { Page } from '../ui/page.tsx'
import { useMessages } from '../messages.ts'
import { shellTexts } from './shell-texts.ts'

export const FailurePage = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const say = useMessages(shellTexts)
  return (
    <Page title={say('failed')} width="reading">
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
