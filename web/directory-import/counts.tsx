/** How many people and teams a file changes. */
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import classes from './import.module.css'
import { importTexts } from './import-texts.ts'
import type { Outcome } from './import-queries.ts'

const people = ['created', 'updated', 'unchanged', 'deactivated'] as const
const teams = ['teams_created', 'memberships_added', 'memberships_removed'] as const

export function Counts({ outcome }: { outcome: Outcome }) {
  const say = useMessages(importTexts)
  const shown = [...people, ...teams.filter((name) => outcome[name] > 0)]
  return (
    <div className="card pad stack">
      <dl className={classes.counts}>
        {shown.map((name) => (
          <div key={name} data-none={outcome[name] === 0 || undefined}>
            <dt>{say(`count_${name}`)}</dt>
            <dd className="figures">{say('number', { count: outcome[name] })}</dd>
          </div>
        ))}
      </dl>
      {outcome.addresses_pending > 0 && (
        <Alert>{say('addresses_pending', { count: outcome.addresses_pending })}</Alert>
      )}
    </div>
  )
}
