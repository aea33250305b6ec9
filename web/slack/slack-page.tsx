/**
 * Slack workspaces of the organisation. Connecting leaves for Slack and comes back to this page, where the person who left finishes it: so
 * nobody connects a workspace by following somebody else’s link.
 */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { SondeError } from '../api.ts'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { Alert } from '../ui/alert.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Facts } from '../ui/facts.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Refusal } from '../ui/refusal.tsx'
import { needsSignIn, SignInAgain, useDialog } from '../ui/sign-in-again.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import {
  type SlackCode,
  useConnection,
  useDisconnection,
  useInstallation,
  useWorkspaces,
  type Workspace,
} from './slack-queries.ts'
import { slackTexts } from './slack-texts.ts'

type Return = SlackCode | 'declined'

/** What Slack sent back. It is taken out of the address, where it would stay in the history. */
function takeReturn(): Return | null {
  const sent = new URLSearchParams(location.hash.slice(1))
  const [code, state] = [sent.get('code'), sent.get('state')]
  if (!sent.has('error') && (code === null || state === null)) return null
  history.replaceState(history.state, '', location.pathname)
  return code !== null && state !== null ? { code, state } : 'declined'
}

export function SlackPage() {
  const say = useMessages(slackTexts)
  return (
    <Page
      title={say('title')}
      description={say('description')}
      api={{ operation: 'listSlackWorkspaces' }}
      narrow
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
  const [back, setBack] = useState(takeReturn)
  const connect = useConnection(({ name }) => {
    setBack(null)
    showDone(say('connected', { workspace: name }))
  })
  if (back === null) return null
  if (back === 'declined') return <Alert tone="warn">{say('declined')}</Alert>
  return (
    <section className="card pad stack" aria-labelledby="back-from-slack">
      <div className="stack-tight">
        <h2 id="back-from-slack">{say('back')}</h2>
        <p>{say('back_text', { organisation: me?.organisation?.name ?? '' })}</p>
      </div>
      <Refusal error={connect.error} />
      <div className="row">
        {!connect.error && (
          <Button loading={connect.isPending} onClick={() => connect.mutate(back)}>
            {say('finish')}
          </Button>
        )}
        <Button variant="default" disabled={connect.isPending} onClick={() => setBack(null)}>
          {say('discard')}
        </Button>
      </div>
    </section>
  )
}

function ConnectButton() {
  const say = useMessages(slackTexts)
  const install = useInstallation()
  const isNotSetUp = install.error instanceof SondeError && install.error.code === 'slack_not_set_up'
  if (needsSignIn(install.error)) return <SignInAgain action={say('connect')} />
  if (isNotSetUp) return <Alert tone="warn">{say('not_set_up')}</Alert>
  return (
    <div className="stack-tight">
      <Refusal error={install.error} />
      <span>
        <Button loading={install.isPending} onClick={() => install.mutate()}>
          {say('connect')}
        </Button>
      </span>
    </div>
  )
}

function Workspaces() {
  const say = useMessages(slackTexts)
  const list = useWorkspaces()
  return (
    <QueryState query={list} skeleton={<SkeletonLines lines={4} />} hasCard>
      {(workspaces) =>
        workspaces.length === 0 ? (
          <div className="card">
            <EmptyState title={say('empty')} description={say('empty_hint')} action={<ConnectButton />} />
          </div>
        ) : (
          <div className="stack">
            {workspaces.map((workspace) => (
              <OneWorkspace key={workspace.id} workspace={workspace} />
            ))}
            <LoadMore list={list} />
            <ConnectButton />
          </div>
        )
      }
    </QueryState>
  )
}

function OneWorkspace({ workspace }: { workspace: Workspace }) {
  const say = useMessages(slackTexts)
  const dialog = `disconnect ${workspace.id}`
  const { isOpen, open, close } = useDialog(dialog)
  const { name, team_id: team, state, paused_because: reason, paused_at: pausedAt } = workspace
  const disconnect = useDisconnection(workspace, () => {
    close()
    showDone(say('disconnected', { workspace: name }))
  })
  return (
    <section className="card pad stack" aria-label={name}>
      <div className="row-between">
        <span className="row">
          <h2>{name}</h2>
          <StatusBadge tone={state === 'paused' ? 'warn' : 'good'}>{say(`state_${state}`)}</StatusBadge>
        </span>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={say('disconnect_named', { workspace: name })}
          onClick={open}
        >
          {say('disconnect')}
        </Button>
      </div>
      {reason !== null && pausedAt !== null && (
        <Alert tone="warn">
          {say.parts(`paused_${reason}`, { when: <RelativeTime key="when" at={pausedAt} /> })}
        </Alert>
      )}
      <Facts
        facts={[
          [say('team'), team],
          [say('address'), `${team}/U024BE7LH`],
          [say('since'), <RelativeTime key="since" at={workspace.connected_at} />],
        ]}
      />
      {isOpen && (
        <Confirm
          title={say('disconnect_title', { workspace: name })}
          effect={say('disconnect_effect')}
          action={say('disconnect')}
          onClose={() => {
            disconnect.reset()
            close()
          }}
          onConfirm={() => disconnect.mutate()}
          isBusy={disconnect.isPending}
          error={disconnect.error}
        />
      )}
    </section>
  )
}
