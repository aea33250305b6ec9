/** Microsoft tenants of the organisation, for Microsoft Teams (web/connections). */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Back, Connect, Connection, Connections } from '../connections/connections.tsx'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
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
  useTeamsApp,
  useTenants,
  type Tenant,
} from './microsoft-teams-queries.ts'
import { microsoftTeamsTexts } from './microsoft-teams-texts.ts'

const guide = '/docs/microsoft-teams'

export function MicrosoftTeamsPage() {
  const say = useMessages(microsoftTeamsTexts)
  return (
    <Page
      title={say('title')}
      crumbs={useIntegrationsCrumb()}
      description={say('description')}
      api={{ operation: 'listMicrosoftTenants' }}
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
  // There is none without the operator's app, and above it says so.
  if (!useTeamsApp()) return null
  return (
    <section className="stack-tight" aria-labelledby="package">
      <h2 id="package">{say('package')}</h2>
      <p>{say('package_text')}</p>
      <Refusal error={error} />
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
  const setUp = { notSetUp: say('not_set_up'), guide: say('operator_guide') }
  return (
    <Connections
      list={useTenants()}
      isSetUp={useTeamsApp()}
      says={{ ...setUp, empty: say('empty'), hint: say('empty_hint'), notAvailable: say('not_available') }}
      guide={guide}
      connect={
        <Connect
          start={useSignIn()}
          notSetUpCode="microsoft_teams_not_set_up"
          says={{ ...setUp, connect: say('connect') }}
          guide={guide}
        />
      }
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
