/** What is beside the days: what its colours mean, surveys without a day in it, and what is said where it has none. */
import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { EmptyState } from '../ui/states.tsx'
import { NoMatch } from '../ui/url-filters.tsx'
import { type Entry, stateOf } from './days.ts'
import type { Survey } from './occurrence-queries.ts'
import { scheduleTexts } from './schedule-texts.ts'
import { titlesText } from './schedule-words.ts'
import classes from './schedule.module.css'
import { shownStates } from './shown-states.ts'

/** What the looks of entries say, of those that are visible. */
export function Legend({ entries }: { entries: readonly Entry[] }) {
  const say = useMessages(scheduleTexts)
  const found = new Set(entries.map(({ survey, occurrence }) => stateOf(survey, occurrence)))
  return (
    <ul className={classes.legend} aria-hidden="true">
      {shownStates
        .filter((state) => found.has(state))
        .map((state) => (
          <li key={state}>
            <span className={`${classes.entry} ${classes.swatch}`} data-state={state} />
            {say(`state_${state}`)}
          </li>
        ))}
    </ul>
  )
}

/** The days on which they ask are those of people, so they are in no calendar. Surveys are named, and nobody else. */
export function ByLifecycle({ surveys }: { surveys: readonly Survey[] }) {
  const say = useMessages(scheduleTexts)
  const found = surveys.filter(
    ({ by_lifecycle: isByLifecycle, state }) => isByLifecycle && state === 'active',
  )
  if (found.length === 0) return null
  return (
    <p className="quiet small">
      {say('own_days', {
        titles: titlesText(
          say,
          found.map(({ title }) => title),
        ),
      })}
    </p>
  )
}

export function Nothing({ isFiltered, isAhead }: { isFiltered: boolean; isAhead: boolean }) {
  const say = useMessages(scheduleTexts)
  return (
    <div className="card">
      {isFiltered ? (
        <NoMatch title={say(isAhead ? 'no_match_ahead' : 'no_match')} params={['team', 'state']} />
      ) : (
        <EmptyState
          title={say(isAhead ? 'none_ahead' : 'none')}
          description={say('none_hint')}
          action={<Link to="/app/surveys/new">{say('new_survey')}</Link>}
        />
      )}
    </div>
  )
}
