/** The teams whose results the reader may see, and in which of them smaller ones are counted. */
import { useMessages } from '../messages.ts'
import { UrlSelect, UrlTabs } from '../ui/url-filters.tsx'
import { nameOf } from './result-words.ts'
import type { TeamResults } from './results-queries.ts'
import { resultsTexts } from './results-texts.ts'

/** More than these are chosen from a list. */
const tabsMax = 7

export function TeamPicker({ teams }: { teams: readonly TeamResults[] }) {
  const say = useMessages(resultsTexts)
  const shown = teams.filter(({ suppressed }) => !suppressed)
  if (shown.length === 0) return null
  return shown.length > tabsMax ? (
    <UrlSelect
      label={say('team')}
      param="team"
      all={say('everyone')}
      options={shown.map((team) => ({ value: team.team_id, label: nameOf(team) }))}
    />
  ) : (
    <UrlTabs
      label={say('teams')}
      param="team"
      tabs={[
        { id: '', label: say('everyone') },
        ...shown.map((team) => ({ id: team.team_id, label: nameOf(team) })),
      ]}
    />
  )
}
