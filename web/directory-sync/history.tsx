/** What came in from the provider: five minutes are one run. */
import { Link } from '@tanstack/react-router'
import { type Say, useMessages } from '../messages.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { wholeList } from '../ui/list.ts'
import { formatNumber } from '../ui/number-format.ts'
import { EmptyState } from '../ui/states.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import classes from './directory-sync.module.css'
import type { SyncRun } from './directory-sync-queries.ts'
import { directorySyncTexts } from './directory-sync-texts.ts'

const counted = [
  'created',
  'updated',
  'deactivated',
  'reactivated',
  'teams_created',
  'teams_updated',
  'teams_archived',
  'joined',
  'left',
] as const satisfies readonly (keyof SyncRun['counts'])[]

const tones: Record<SyncRun['state'], Tone> = { off: 'plain', trial: 'accent', on: 'good', held: 'bad' }

export function History({ runs }: { runs: readonly SyncRun[] }) {
  const say = useMessages(directorySyncTexts)
  return (
    <>
      <p className="quiet small">
        {say.parts('history_hint', {
          log: (
            <Link key="log" to="/app/settings/audit">
              {say('audit_log')}
            </Link>
          ),
        })}
      </p>
      <DataTable
        label={say('tab_history')}
        list={wholeList(runs)}
        columns={columnsWith(say)}
        keyOf={({ id }) => id}
        countText={(count) => say('run_count', { count })}
        empty={<EmptyState title={say('no_runs')} description={say('no_runs_hint')} />}
      />
    </>
  )
}

const columnsWith = (say: Say<typeof directorySyncTexts>): Column<SyncRun>[] => [
  { header: say('when'), cell: ({ last_at }) => <RelativeTime at={last_at} /> },
  {
    header: say('state'),
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{say(`run_${state}`)}</StatusBadge>,
  },
  {
    header: say('changes_of_run'),
    cell: ({ counts }) => {
      const changed = counted.filter((name) => counts[name] > 0)
      return changed.length === 0 ? (
        <span className="quiet">{say('nothing_changed')}</span>
      ) : (
        <ul className={`small ${classes.list}`}>
          {changed.map((name) => (
            <li key={name}>{say(`count_${name}`, { count: counts[name] })}</li>
          ))}
        </ul>
      )
    },
  },
  { header: say('requests'), numeric: true, cell: ({ requests }) => formatNumber(requests) },
  { header: say('refused'), numeric: true, cell: ({ refused }) => formatNumber(refused) },
]
