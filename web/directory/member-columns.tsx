/** What the directory says of each member. */
import { Link } from '@tanstack/react-router'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { searchWith, useAddress } from '../ui/address.ts'
import type { Column } from '../ui/data-table.tsx'
import { Chip, StatusBadge, type Tone } from '../ui/status-badge.tsx'
import type { ListedMember, MemberFilter, Team } from './directory-queries.ts'
import { directoryTexts } from './directory-texts.ts'
import classes from './directory.module.css'
import { channelsOf, languageName } from './member-words.ts'

export const statusTones: Record<ListedMember['status'], Tone> = {
  active: 'good',
  suspended: 'warn',
  deactivated: 'plain',
  erased: 'plain',
}

export function useColumns(
  teams: readonly Team[],
  order: MemberFilter['sort'],
): readonly Column<ListedMember>[] {
  const say = useMessages(directoryTexts)
  const { change } = useAddress()
  const sort = order ?? 'name'
  const names = new Map(teams.map(({ id, name }) => [id, name]))
  return [
    {
      header: say('member'),
      cell: (member) => <Name member={member} />,
      sorts: (['name', 'email'] as const).map((field) => ({
        label: say(`sort_${field}`),
        direction: sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : null,
        // Up, down, and back to the order by name.
        onSort: () =>
          change({
            sort: sort === field ? `-${field}` : field === 'email' && sort !== '-email' ? field : undefined,
          }),
      })),
    },
    {
      header: say('teams'),
      cell: (member) => <Teams ids={member.team_ids} names={names} />,
      isBare: true,
    },
    {
      header: say('reached_by'),
      cell: (member) => <Reached member={member} />,
      // A card has little room: what holds for nearly everybody is left to the drawer.
      hideInCard: (member) => channelsOf(member).join() === 'email',
    },
    {
      header: say('language'),
      cell: (member) => <Language member={member} />,
      hideInCard: ({ locale }) => locale === null,
    },
  ]
}

function Name({ member }: { member: ListedMember }) {
  const say = useMessages(directoryTexts)
  const { data: me } = useMe()
  const { id, name, email, status } = member
  return (
    <span className={classes.name}>
      <span className={classes.first}>
        <Link to="." search={searchWith({ member: id })} resetScroll={false}>
          <strong>{name}</strong>
        </Link>
        {id === me?.user?.member_id && <span className="quiet">{say('you')}</span>}
        {status !== 'active' && (
          <StatusBadge tone={statusTones[status]}>{say(`status_${status}`)}</StatusBadge>
        )}
      </span>
      <span className={classes.second}>{email ?? say('no_address')}</span>
    </span>
  )
}

const chipsMax = 2

/** Teams that the reader does not see have no name here. */
function Teams({ ids, names }: { ids: readonly string[]; names: ReadonlyMap<string, string> }) {
  const say = useMessages(directoryTexts)
  if (ids.length === 0) return <span className="quiet">{say('no_team')}</span>
  const named = ids.flatMap((id) => names.get(id) ?? []).toSorted()
  const shown = named.slice(0, chipsMax)
  const more = ids.length - shown.length
  return (
    <span className={classes.chips}>
      {shown.map((name) => (
        <Chip key={name}>{name}</Chip>
      ))}
      {more > 0 && <span className="quiet small">{say('more', { count: more })}</span>}
    </span>
  )
}

function Reached({ member }: { member: ListedMember }) {
  const say = useMessages(directoryTexts)
  const [first, ...others] = channelsOf(member)
  if (first === undefined) return <span className="quiet">{say('not_reached')}</span>
  return (
    <span className={classes.name}>
      <span>{say(`channel_${first}`)}</span>
      {others.length > 0 && (
        <span className={classes.second}>{others.map((type) => say(`channel_${type}`)).join(', ')}</span>
      )}
    </span>
  )
}

function Language({ member: { locale, time_zone: zone } }: { member: ListedMember }) {
  const say = useMessages(directoryTexts)
  return (
    <span className={classes.name}>
      <span className={zone === null ? 'quiet' : undefined}>{zone ?? say('as_organisation')}</span>
      {locale !== null && <span className={classes.second}>{languageName(locale)}</span>}
    </span>
  )
}
