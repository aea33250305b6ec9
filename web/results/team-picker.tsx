/** The teams whose results the reader may see, and in which of them smaller ones are counted. */
import { useMessages } from '../messages.ts'
import { useAddress } from '../ui/address.ts'
import { UrlSelect, UrlTabs } from '../ui/url-filters.tsx'
import { nameOf } from './result-words.ts'
import { everyoneInAddress, type TeamResults } from './results-queries.ts'
import { resultsTexts } from './results-texts.ts'

/** More than these are chosen from a list. */
const tabsMax = 7

type Props = { teams: readonly TeamResults[]; own: string | undefined }

export function TeamPicker({ teams, own }: Props) {
  const say = useMessages(resultsTexts)
  const { values } = useAddress()
  const shown = teams.filter(({ suppressed }) => !suppressed)
  if (shown.length === 0) return null
  const isNamed = own !== undefined || values.team === everyoneInAddress
  const everyone = { id: isNamed ? everyoneInAddress : '', label: say('everyone') }
  const named = shown.map((team) => ({ id: team.team_id, label: nameOf(team) }))
  // Where somebody starts comes first.
  const groups = [...named.filter(({ id }) => id === own), everyone, ...named.filter(({ id }) => id !== own)]
  const [first, ...others] = groups
  return shown.length > tabsMax ? (
    <UrlSelect
      label={say('team')}
      param="team"
      all={first.label}
      options={others.map(({ id, label }) => ({ value: id, label }))}
    />
  ) : (
    <UrlTabs label={say('teams')} param="team" tabs={groups} />
  )
}
