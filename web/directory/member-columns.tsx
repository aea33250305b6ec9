/** What the directory says of each member. */
import { IconChevronRight } from '@tabler/icons-react'
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

/** Whether rows differ in it, and not only by being there. */
const differ = <T,>(items: readonly T[], of: (item: T) => string): boolean =>
  items.length === 1 || new Set(items.map(of)).size > 1

/** Where one team is listed, its own leads are marked; otherwise everybody who leads one. */
export function useColumns(
  teams: readonly Team[],
  { sort: order, team }: MemberFilter,
  members: readonly ListedMember[] = [],
): readonly Column<ListedMember>[] {
  const say = useMessages(directoryTexts)
  const { change } = useAddress()
  const { data: me } = useMe()
  const sort = order ?? 'name'
  const names = new Map(teams.map(({ id, name }) => [id, name]))
  const led = team === undefined ? teams : teams.filter(({ id }) => id === team)
  const leads = new Set(led.flatMap((one) => one.leads.map(({ member_id: id }) => id)))
  const sortBy = (field: 'name' | 'email') => ({
    direction:
      sort === field ? ('ascending' as const) : sort === `-${field}` ? ('descending' as const) : null,
    // Up, down, and back to the order by name.
    onSort: () =>
      change({
        sort: sort === field ? `-${field}` : field === 'email' && sort !== '-email' ? field : undefined,
      }),
  })
  const columns: readonly (Column<ListedMember> & { isShown?: boolean })[] = [
    {
      header: say('sort_name'),
      cell: (member) => <Name member={member} names={names} isLead={leads.has(member.id)} />,
      sort: sortBy('name'),
    },
    {
      header: say('sort_email'),
      cell: ({ email }) => (
        <span className={classes.email} title={email ?? undefined}>
          {email ?? say('no_address')}
        </span>
      ),
      sort: sortBy('email'),
      grows: true,
      hideInCard: () => true,
    },
    {
      header: say('teams'),
      cell: (member) => <Teams ids={member.team_ids} names={names} />,
      hideInCard: () => true,
    },
    {
      header: say('reached_by'),
      cell: (member) => <Reached member={member} />,
      // A card has little room: what holds for nearly everybody is left to the drawer.
      hideInCard: (member) => channelsOf(member).join() === 'email',
      isShown: differ(members, (member) => channelsOf(member).join()),
    },
    {
      header: say('language'),
      cell: (member) => <Language member={member} />,
      hideInCard: ({ locale }) => locale === null,
      needsRoom: true,
      // Whoever has none has the organisation's.
      isShown: differ(
        members,
        ({ locale, time_zone: zone }) =>
          `${locale ?? me?.organisation?.locale} ${zone ?? me?.organisation?.time_zone}`,
      ),
    },
    {
      header: say('open_member'),
      isHeaderHidden: true,
      cell: () => <IconChevronRight size={16} className={classes.chevron} aria-hidden />,
      // In the card of whoever may select it, a box is in its place.
      hideInCard: () => me?.role === 'admin',
    },
  ]
  return columns.filter(({ isShown = true }) => isShown)
}

type NameProps = { member: ListedMember; names: ReadonlyMap<string, string>; isLead: boolean }

function Name({ member, names, isLead }: NameProps) {
  const say = useMessages(directoryTexts)
  const { data: me } = useMe()
  const { id, name, email, status, team_ids: ids } = member
  return (
    <span className={classes.name}>
      <span className={classes.first}>
        <Link to="." search={searchWith({ member: id })} resetScroll={false}>
          <strong title={name}>{name}</strong>
        </Link>
        {id === me?.user?.member_id && <span className="quiet">{say('you')}</span>}
        {isLead && <Chip>{say('lead')}</Chip>}
        {status !== 'active' && (
          <StatusBadge tone={statusTones[status]}>{say(`status_${status}`)}</StatusBadge>
        )}
      </span>
      <span className={classes.inCard}>
        <span>{teamsOf(ids, names).join(', ') || say('no_team')}</span>{' '}
        <span className={classes.address}>{email ?? say('no_address')}</span>
      </span>
    </span>
  )
}

/** Teams that the reader does not see have no name here. */
const teamsOf = (ids: readonly string[], names: ReadonlyMap<string, string>): string[] =>
  ids.flatMap((id) => names.get(id) ?? []).toSorted()

const chipsMax = 2

function Teams({ ids, names }: { ids: readonly string[]; names: ReadonlyMap<string, string> }) {
  const say = useMessages(directoryTexts)
  if (ids.length === 0) return <span className="quiet">{say('no_team')}</span>
  const named = teamsOf(ids, names)
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
    <span className={classes.zone}>
      <span className={zone === null ? 'quiet' : undefined}>{zone ?? say('as_organisation')}</span>
      {locale !== null && <span className={classes.second}>{languageName(locale)}</span>}
    </span>
  )
}
