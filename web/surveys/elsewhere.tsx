/** Where a search that found nothing here would find something: in other tabs, or among the other kind of surveys. Loaded when it is shown. */
import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { searchWith } from '../ui/address.ts'
import { elsewhereTexts } from './elsewhere-texts.ts'
import { type SurveyFilter, useTabCounts } from './survey-queries.ts'
import { type Tab, tabs } from './survey-search.ts'
import { surveyTexts } from './survey-texts.ts'

/** What is one's own is in another tab as well. */
const places = tabs.filter((one) => one !== 'mine' && one !== 'deleted')

export function Elsewhere({ tab, filter }: { tab: Tab; filter: SurveyFilter }) {
  const say = useMessages(elsewhereTexts)
  const sayList = useMessages(surveyTexts)
  const counts = useTabCounts(filter)
  const ofAnyKind = useTabCounts({ ...filter, kind: undefined })
  const others = places.filter((one) => one !== tab && counts?.[one])
  const found = others.length > 0 ? counts : filter.kind && ofAnyKind
  const shown = others.length > 0 ? others : places.filter((one) => found?.[one])
  if (!found || shown.length === 0) return null
  const isOtherKind = others.length === 0
  return (
    <p>
      {say(isOtherKind ? (filter.kind === 'pulse' ? 'among_check_ins' : 'among_pulses') : 'elsewhere')}{' '}
      {shown.map((one, at) => (
        <span key={one}>
          {at > 0 && ', '}
          <Link
            to="."
            search={searchWith({
              tab: one === 'open' ? undefined : one,
              ...(isOtherKind && { kind: undefined }),
            })}
          >
            {say('in_tab', { tab: sayList(`tab_${one}`), count: found[one] })}
          </Link>
        </span>
      ))}
    </p>
  )
}
