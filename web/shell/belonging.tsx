/** Before any page: does the person belong to an organisation, and to which, if to several. */
import { Button } from '@mantine/core'
import { type ReactNode } from 'react'
import { chooseOrganisation } from '../api.ts'
import { useMe } from '../me.ts'
import { leaveToSignIn } from '../session.ts'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { Page } from '../ui/page.tsx'
import { FailurePage } from './fault-pages.tsx'

export function Belonging({ children }: { children: ReactNode }) {
  const { data: me, error, refetch } = useMe()
  if (error && !me) return <FailurePage error={error} onRetry={() => void refetch()} />
  if (!me) return <Waiting />
  if (me.organisation) return children
  const several = me.organisations ?? []
  return (
    <Page title={several.length > 0 ? 'Choose an organisation' : 'No organisation yet'} narrow>
      <div className="card">
        {several.length > 0 ? (
          <EmptyState
            title="You belong to several"
            description="Which one is this about? You can change it at the top of every page."
            action={
              <div className="row">
                {several.map(({ id, name }) => (
                  <Button key={id} variant="default" onClick={() => chooseOrganisation(id)}>
                    {name}
                  </Button>
                ))}
              </div>
            }
          />
        ) : (
          <EmptyState
            title="This account belongs to no organisation"
            description="Ask an admin of yours for an invitation, or use the account that you were invited with."
            action={
              <Button variant="default" onClick={() => void leaveToSignIn({ switchAccount: true })}>
                Use another account
              </Button>
            }
          />
        )}
      </div>
    </Page>
  )
}

/** Nothing is read for a person before it is known what they may read. */
const Waiting = () => (
  <div style={{ maxWidth: 1120, margin: '0 auto', padding: 32 }}>
    <SkeletonLines />
  </div>
)
