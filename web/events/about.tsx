/** What an event is about, in a line: names of its survey, team and people, then figures. The payload has all of it, and every id. */
import { type NameOf, useNamesById } from '../people/names-by-id.ts'
import { useSurveyNames } from '../surveys/survey-names.ts'
import { shortId } from '../ui/short-id.ts'
import text from '../ui/text.module.css'
import type { Event } from './event-queries.ts'
import classes from './events.module.css'

const idShape = /^[a-z]{3}_[0-9a-z]{26}$/

const membersOf = ({ data }: Event): [string, unknown][] =>
  Object.entries(Object(data) as Record<string, unknown>).filter(([, value]) => value !== null)

const isId = (value: unknown): value is string => typeof value === 'string' && idShape.test(value)

const idsOf = (event: Event): string[] =>
  membersOf(event).flatMap(([, value]) => (isId(value) ? [value] : []))

/** A few lists for all events of the page, however many there are. The round of a check-in is called as its check-in, whose id it comes with. */
export function useNamesInEvents(events: readonly Event[]): NameOf {
  const ids = events.flatMap(idsOf).filter((id) => !id.startsWith('cki_'))
  const nameOf = useNamesById(ids)
  const surveyName = useSurveyNames(ids)
  return (id) => nameOf(id) ?? surveyName(id)
}

type Props = { event: Event; nameOf: NameOf }

export function About({ event, nameOf }: Props) {
  const names = [...new Set(idsOf(event).flatMap((id) => nameOf(id) ?? []))]
  // What the reader may not list, or nobody knows any more, has its id alone. The type says which state it is in now.
  const facts = membersOf(event).filter(
    ([member, value]) => member !== 'state' && (!isId(value) || names.length === 0),
  )
  return (
    <span className={`small ${text.line} ${classes.about}`}>
      {names.length > 0 && <span>{names.join(' ·\u00a0')}</span>}
      {facts.map(([member, value]) => (
        <span key={member} className="quiet">
          {member.replace(/_id$/, '').replaceAll('_', ' ')}{' '}
          <code title={String(value)}>{isId(value) ? shortId(value) : String(value)}</code>
        </span>
      ))}
    </span>
  )
}
