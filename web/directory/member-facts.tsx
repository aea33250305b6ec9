/** A member for those who may not change them. What has no value is left out. */
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { type Fact, Facts } from '../ui/facts.tsx'
import { calendarDateOf } from '../ui/calendar-date.ts'
import type { Member } from './directory-queries.ts'
import { directoryTexts } from './directory-texts.ts'
import { oneMember } from './member-queries.ts'
import { memberTexts } from './member-texts.ts'
import { channelsOf, languageName } from './member-words.ts'

export function MemberFacts({ member }: { member: Member }) {
  const say = useMessages(memberTexts)
  const sayOf = useMessages(directoryTexts)
  const { data: me } = useMe()
  if (member.status === 'erased') return null
  const { locale, time_zone: zone, quiet_hours: quiet, manager_member_id: manager } = member
  const types = channelsOf(member)
  const asOrganisation = (value: string | undefined, write = (one: string) => one): string =>
    value === undefined ? sayOf('as_organisation') : sayOf('value_as_organisation', { value: write(value) })
  const facts: Fact[] = [
    [
      sayOf('reached_by'),
      types.length > 0 ? types.map((type) => sayOf(`channel_${type}`)).join(', ') : sayOf('not_reached'),
    ],
    [
      say('language'),
      locale === null ? asOrganisation(me?.organisation?.locale, languageName) : languageName(locale),
    ],
    [say('zone'), zone ?? asOrganisation(me?.organisation?.time_zone)],
    [say('quiet_hours'), quiet ? say('quiet_from_to', { from: quiet.start, to: quiet.end }) : say('none')],
    ...(manager === null ? [] : [[say('manager'), <ManagerName key="manager" id={manager} />] as const]),
    ...days(member).map(([label, day]) => [say(label), calendarDateOf(day)] as const),
    ...(member.external_id === null ? [] : [[say('external_id'), member.external_id] as const]),
  ]
  const attributes = Object.entries(member.attributes).toSorted(([a], [b]) => a.localeCompare(b))
  return (
    <>
      <section aria-label={say('details')}>
        <Facts facts={facts} />
      </section>
      {attributes.length > 0 && (
        <section className="stack-tight" aria-labelledby="member-attributes">
          <h3 id="member-attributes">{say('attributes')}</h3>
          <Facts facts={attributes} />
        </section>
      )}
    </>
  )
}

const days = ({ joined_on: joined, leaves_on: leaves }: Member) => [
  ...(joined === null ? [] : [['joined', joined] as const]),
  ...(leaves === null ? [] : [['leaves', leaves] as const]),
]

/** Somebody whom the reader does not see has no name here. */
function ManagerName({ id }: { id: string }) {
  const say = useMessages(memberTexts)
  const { data, error } = useQuery(oneMember(id))
  return data?.name ?? (error ? say('not_seen') : '…')
}
