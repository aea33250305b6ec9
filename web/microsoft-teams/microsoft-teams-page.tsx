/** Microsoft tenants of the organisation, for Microsoft Teams (web/connections). */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { SondeError } from '../api.ts'
import { Back, Connect, Connection, Connections } from '../connections/connections.tsx'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { Alert } from '../ui/alert.tsx'
import { useIntegrationsCrumb } from '../shell/navigation.ts'
import { Page } from '../ui/page.tsx'
import { Refusal } from '../ui/refusal.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import {
  useConnection,
  useDisconnection,
  usePackage,
  useSignIn,
  useTenants,
  type Tenant,
} from './microsoft-teams-queries.ts'
import { microsoftTeamsTexts } from './microsoft-teams-texts.ts'

export function MicrosoftTeamsPage() {
  const say = useMessages(microsoftTeamsTexts)
  return (
    <Page
      title={say('title')}
      crumbs={useIntegrationsCrumb()}
      description={say('description')}
      api={{ operation: 'listMicrosoftTenants' }}
      width="reading"
    >
      <AdminsOnly>
        <BackFromMicrosoft />
        <Tenants />
        <Package />
      </AdminsOnly>
    </Page>
  )
}

function Package() {
  const say = useMessages(microsoftTeamsTexts)
  const { error, isPending, mutate } = usePackage()
  const isNotSetUp = error instanceof SondeError && error.code === 'microsoft_teams_not_set_up'
  return (
    <section className="stack-tight" aria-labelledby="package">
      <h2 id="package">{say('package')}</h2>
      <p>{say('package_text')}</p>
      {isNotSetUp ? <Alert tone="warn">{say('not_set_up')}</Alert> : <Refusal error={error} />}
      <span>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isPending}
          onClick={() => mutate()}
        >
          {say('package_download')}
        </Button>
      </span>
    </section>
  )
}

function BackFromMicrosoft() {
  const say = useMessages(microsoftTeamsTexts)
  const { data: me } = useMe()
  const useFinish = (onDone: () => void) =>
    useConnection(({ name }) => {
      onDone()
      showDone(say('connected', { tenant: name }))
    })
  return (
    <Back
      useFinish={useFinish}
      says={{
        title: say('back'),
        text: say('back_text', { organisation: me?.organisation?.name ?? '' }),
        finish: say('finish'),
        discard: say('discard'),
        declined: say('declined'),
      }}
    />
  )
}

function Tenants() {
  const say = useMessages(microsoftTeamsTexts)
  const says = { connect: say('connect'), notSetUp: say('not_set_up') }
  return (
    <Connections
      list={useTenants()}
      says={{ empty: say('empty'), hint: say('empty_hint') }}
      connect={<Connect start={useSignIn()} notSetUpCode="microsoft_teams_not_set_up" says={says} />}
    >
      {(tenant) => <OneTenant key={tenant.id} tenant={tenant} />}
    </Connections>
  )
}

function OneTenant({ tenant }: { tenant: Tenant }) {
  const say = useMessages(microsoftTeamsTexts)
  const { id, name, tenant_id: tenantId, state, paused_because: reason, paused_at: pausedAt } = tenant
  const useEnd = (onDone: () => void) =>
    useDisconnection(tenant, () => {
      onDone()
      showDone(say('disconnected', { tenant: name }))
    })
  return (
    <Connection
      id={id}
      name={name}
      isPaused={state === 'paused'}
      state={say(`state_${state}`)}
      alert={
        reason !== null && pausedAt !== null
          ? say.parts(`paused_${reason}`, { when: <RelativeTime key="when" at={pausedAt} /> })
          : null
      }
      facts={[
        [say('tenant'), tenantId],
        [say('since'), <RelativeTime key="since" at={tenant.connected_at} />],
      ]}
      useEnd={useEnd}
      says={{
        end: say('disconnect'),
        endNamed: say('disconnect_named', { tenant: name }),
        title: say('disconnect_title', { tenant: name }),
        effect: say('disconnect_effect'),
      }}
    />
  )
}
