/** Slack workspaces of the organisation (web/connections). */
import { Back, Connect, Connection, Connections } from '../connections/connections.tsx'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { useIntegrationsCrumb } from '../shell/navigation.ts'
import { Page } from '../ui/page.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import {
  useConnection,
  useDisconnection,
  useInstallation,
  useSlackApp,
  useWorkspaces,
  type Workspace,
} from './slack-queries.ts'
import { slackTexts } from './slack-texts.ts'

const guide = '/docs/slack'

export function SlackPage() {
  const say = useMessages(slackTexts)
  return (
    <Page
      title={say('title')}
      crumbs={useIntegrationsCrumb()}
      description={say('description')}
      api={{ operation: 'listSlackWorkspaces' }}
    >
      <AdminsOnly>
        <BackFromSlack />
        <Workspaces />
      </AdminsOnly>
    </Page>
  )
}

function BackFromSlack() {
  const say = useMessages(slackTexts)
  const { data: me } = useMe()
  const useFinish = (onDone: () => void) =>
    useConnection(({ name }) => {
      onDone()
      showDone(say('connected', { workspace: name }))
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

function Workspaces() {
  const say = useMessages(slackTexts)
  const setUp = { notSetUp: say('not_set_up'), guide: say('operator_guide') }
  return (
    <Connections
      list={useWorkspaces()}
      isSetUp={useSlackApp()}
      says={{ ...setUp, empty: say('empty'), hint: say('empty_hint'), notAvailable: say('not_available') }}
      guide={guide}
      connect={
        <Connect
          start={useInstallation()}
          notSetUpCode="slack_not_set_up"
          says={{ ...setUp, connect: say('connect') }}
          guide={guide}
        />
      }
    >
      {(workspace) => <OneWorkspace key={workspace.id} workspace={workspace} />}
    </Connections>
  )
}

function OneWorkspace({ workspace }: { workspace: Workspace }) {
  const say = useMessages(slackTexts)
  const { id, name, team_id: team, state, paused_because: reason, paused_at: pausedAt } = workspace
  const useEnd = (onDone: () => void) =>
    useDisconnection(workspace, () => {
      onDone()
      showDone(say('disconnected', { workspace: name }))
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
        [say('team'), team],
        [say('address'), `${team}/U024BE7LH`],
        [say('since'), <RelativeTime key="since" at={workspace.connected_at} />],
      ]}
      useEnd={useEnd}
      says={{
        end: say('disconnect'),
        endNamed: say('disconnect_named', { workspace: name }),
        title: say('disconnect_title', { workspace: name }),
        effect: say('disconnect_effect'),
      }}
    />
  )
}
