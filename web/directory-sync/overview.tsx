/** How directory sync stands: what the brake has stopped, what is planned, how the provider is connected, and the way out. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { Facts } from '../ui/facts.tsx'
import form from '../ui/form.module.css'
import { formatNumber } from '../ui/number-format.ts'
import { RelativeTime } from '../ui/time.tsx'
import type { DirectorySync } from './directory-sync-queries.ts'
import { directorySyncTexts } from './directory-sync-texts.ts'
import { isAnythingPlanned, PlannedFacts } from './planned-facts.tsx'
import { NewTeams } from './new-teams.tsx'
import { Setup } from './setup.tsx'
import { Tokens } from './tokens.tsx'
import { useTransition } from './transition.tsx'

export const Overview = ({ sync }: { sync: DirectorySync }) => (
  <div className="stack">
    <Status sync={sync} />
    <Setup sync={sync} />
    <Tokens sync={sync} />
    <NewTeams key={sync.parent_team_id} sync={sync} />
    <TurningOff sync={sync} />
  </div>
)

function Status({ sync }: { sync: DirectorySync }) {
  const say = useMessages(directorySyncTexts)
  const on = useTransition(sync, 'on')
  const trial = useTransition(sync, 'trial')
  const { state, held, faults } = sync
  return (
    <section className="card pad stack" aria-labelledby="sync-status">
      <h2 id="sync-status">{say(state === 'on' ? 'status' : 'preview')}</h2>
      {held && <Brake sync={sync} />}
      <Facts
        facts={[
          [say('last_contact'), <RelativeTime key="last" at={sync.last_request_at} />],
          [say('users_sent'), formatNumber(sync.users)],
          [say('groups_sent'), formatNumber(sync.groups)],
        ]}
      />
      <h3>{say(state === 'on' ? 'still_planned' : 'would_change')}</h3>
      <PlannedFacts sync={sync} />
      {isAnythingPlanned(sync) && (
        <p>
          <Link to="." search={{ tab: 'changes' }}>
            {say('see_changes')}
          </Link>
        </p>
      )}
      {faults > 0 && (
        <Alert tone="warn">
          {say('faults', { count: faults })}{' '}
          <Link to="." search={{ tab: 'changes', written: 'failed' }}>
            {say('see_faults')}
          </Link>
        </Alert>
      )}
      <div className={form.ends}>
        {state !== 'trial' && (
          <Button variant="default" onClick={trial.open}>
            {say('back_to_trial')}
          </Button>
        )}
        {state !== 'on' && (
          <Button onClick={on.open}>{say(state === 'held' ? 'continue_sync' : 'turn_on')}</Button>
        )}
      </div>
      {trial.dialog}
      {on.dialog}
    </section>
  )
}

/** What the brake stopped, why, and what an admin can do. */
function Brake({ sync: { held, planned, deactivations_max: most } }: { sync: DirectorySync }) {
  const say = useMessages(directorySyncTexts)
  return (
    held && (
      <Alert tone="bad">
        <div className="stack-tight">
          <strong>{say('held_title')}</strong>
          <span>
            {say.parts('held_why', {
              when: <RelativeTime key="when" at={held.at} />,
              people: say('people', { count: held.deactivations }),
              most: formatNumber(most),
            })}
          </span>
          <span>{say('held_choice')}</span>
          {planned.deactivate > 0 && (
            <Link to="." search={{ tab: 'changes', subject: 'member', kind: 'deactivate' }}>
              {say('see_deactivations', { count: planned.deactivate })}
            </Link>
          )}
        </div>
      </Alert>
    )
  )
}

function TurningOff({ sync }: { sync: DirectorySync }) {
  const say = useMessages(directorySyncTexts)
  const off = useTransition(sync, 'off')
  return (
    <section className="card pad row-between" aria-labelledby="sync-off">
      <div>
        <h2 id="sync-off">{say('turn_off')}</h2>
        <p className="quiet">{say('turn_off_hint')}</p>
      </div>
      <Button variant="default" c="var(--bad)" onClick={off.open}>
        {say('turn_off')}
      </Button>
      {off.dialog}
    </section>
  )
}
