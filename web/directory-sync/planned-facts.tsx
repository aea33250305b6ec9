/** What is still to be written to the directory, counted. */
import { useMessages } from '../messages.ts'
import { type Fact, Facts } from '../ui/facts.tsx'
import { formatNumber } from '../ui/number-format.ts'
import type { DirectorySync } from './directory-sync-queries.ts'
import { directorySyncTexts } from './directory-sync-texts.ts'

const kinds = ['create', 'update', 'deactivate', 'reactivate', 'teams', 'memberships'] as const

export const isAnythingPlanned = ({ planned }: DirectorySync): boolean =>
  kinds.some((kind) => planned[kind] > 0)

export function PlannedFacts({ sync }: { sync: DirectorySync }) {
  const say = useMessages(directorySyncTexts)
  if (!isAnythingPlanned(sync)) return <p className="quiet">{say('nothing_planned')}</p>
  const facts: Fact[] = kinds
    .filter((kind) => sync.planned[kind] > 0)
    .map((kind) => [say(`planned_${kind}`), formatNumber(sync.planned[kind])])
  return <Facts facts={facts} />
}
