/** Before any page: does the person belong to an organisation, and to which, if to several. */
import { Button } from '@mantine/core'
import { type ReactNode } from 'react'
import { chooseOrganisation } from '../api.ts'
import { useMe } from '../me.ts'
import { leaveToSignIn } from '../session.ts'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { Page } from '../ui/page.tsx'
import { FailurePage } from './fault-pages.tsx'
import { useMessages } from '../messages.ts'
import { shellTexts } from './shell-texts.ts'

export function Belonging({ children }: { children: ReactNode }) {
  const say = useMessages(shellTexts)
  const { data: me, error, refetch } = useMe()
  if (error && !me) return <FailurePage error={error} onRetry={() => void refetch()} />
  if (!me) return <Waiting />
  if (me.organisation) return children
  const several = me.organisations ?? []
  return (
    <Page title={several.length > 0 ? say('choose_organisation') : say('no_organisation_page')} narrow>
      <div className="card">
        {several.length > 0 ? (
          <EmptyState
            title={say('several_organisations')}
            description={say('several_organisations_hint')}
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
            title={say('no_organisation')}
            description={say('no_organisation_hint')}
            action={
              <Button variant="default" onClick={() => void leaveToSignIn({ switchAccount: true })}>
                {say('use_another_account')}
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
