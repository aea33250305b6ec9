/** When there is no such page, or a page fell over: said plainly, with a way on. */
import { EmptyState, Failure } from '../ui/states.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'

/** Stands alone, outside of the shell. */
export const NotFoundPage = () => (
  <main>
    <NotFound />
  </main>
)

const NotFound = () => (
  <Page title="Not found" narrow>
    <div className="card">
      <EmptyState
        title="There is no page at this address"
        description="It may have been moved, or the link was cut short on its way."
        action={<ButtonLink to="/app">Go home</ButtonLink>}
      />
    </div>
  </Page>
)

export const FailurePage = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <Page title="Something went wrong" narrow>
    <div className="card">
      <Failure error={error} onRetry={onRetry} />
    </div>
  </Page>
)

/** The same where the shell itself could not be drawn. */
export const ShellFailurePage = (props: { error: unknown; onRetry: () => void }) => (
  <main>
    <FailurePage {...props} />
  </main>
)
