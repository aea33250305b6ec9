/** Before any page: does the person belong to an organisation, and to which, if to several. */
import { lazy, type ReactNode, Suspense } from 'react'
import { useMe } from '../me.ts'
import classes from '../ui/page.module.css'
import { SkeletonLines } from '../ui/states.tsx'
import { FailurePage } from './fault-pages.tsx'

const OrganisationChoice = lazy(() =>
  import('./organisation-choice.tsx').then(({ OrganisationChoice }) => ({ default: OrganisationChoice })),
)

export function Belonging({ children }: { children: ReactNode }) {
  const { data: me, error, refetch } = useMe()
  if (error && !me) return <FailurePage error={error} onRetry={() => void refetch()} />
  if (!me) return <Waiting />
  if (me.organisation) return children
  return (
    <Suspense fallback={<Waiting />}>
      <OrganisationChoice organisations={me.organisations ?? []} />
    </Suspense>
  )
}

/** Nothing is read for a person before it is known what they may read. */
const Waiting = () => (
  <div className={classes.page}>
    <SkeletonLines />
  </div>
)
