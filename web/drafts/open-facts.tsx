/** Which teams a survey asks, who will read its results, and which teams it asks once too often in the week in which it opens. */
import { useQuery } from '@tanstack/react-query'
import { asUser } from '../as-user.ts'
import { locale, useMessages } from '../messages.ts'
import { readAll } from '../queries.ts'
import { mondayOf, shift } from '../schedule/months.ts'
import { overloadsWith } from '../schedule/team-load.ts'
import { Alert } from '../ui/alert.tsx'
import { dayOf } from '../ui/wall-clock.ts'
import { draftTexts } from './draft-texts.ts'
import { allTeams, type Kind, previewQuery } from './draft-queries.ts'
import { type Channel, channelsAsked, type Fields } from './fields.ts'
import classes from './drafts.module.css'
import { openTexts } from './open-texts.ts'

const list = new Intl.ListFormat(locale, { type: 'conjunction' })
const dayMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** So many are read at a glance; the others are a number. */
const namesShown = 5

/** “Platform, Sales and 3 more” */
export function AskedTeams({ fields }: { fields: Fields }) {
  const say = useMessages(openTexts)
  const teams = useQuery(allTeams).data ?? []
  const { team_ids: ids, member_ids: members } = fields.recipients
  const names = teams
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .toSorted((a, b) => a.localeCompare(b))
  const people = members?.length ?? 0
  // One more name is as short as “and 1 more”.
  const shown = names.length === namesShown + 1 ? names : names.slice(0, namesShown)
  const more = ids.length - shown.length
  const parts = [
    ...shown,
    ...(more > 0 ? [say('more_teams', { count: more })] : []),
    ...(people > 0 ? [say('by_name', { count: people })] : []),
  ]
  return parts.length > 0 && teams.length > 0 ? (
    <p>{say('asks_teams', { count: ids.length, teams: list.format(parts) })}</p>
  ) : null
}

const isAsked = (channel: string): channel is Channel => channelsAsked.some((one) => one === channel)

/** By what people are asked, and by what nobody is. */
export function SentBy({ kind, id, fields: { channels } }: { kind: Kind; id: string; fields: Fields }) {
  const say = useMessages(openTexts)
  const sayOf = useMessages(draftTexts)
  const notSetUp: readonly string[] = useQuery(previewQuery(kind, id, {})).data?.channels_not_set_up ?? []
  const namesOf = (some: readonly string[]): string =>
    list.format(some.filter(isAsked).map((one) => sayOf(`channel_${one}`)))
  const unset = channels.filter((one) => notSetUp.includes(one))
  return (
    <>
      {channels.some(isAsked) && <p>{say('sent_by', { channels: namesOf(channels) })}</p>}
      {unset.length > 0 && <Alert tone="warn">{say('not_sent_by', { channels: namesOf(unset) })}</Alert>}
    </>
  )
}

const audiences = ['everyone', 'asked', 'managers', 'listed', 'author'] as const

export function ResultReaders({ confidentiality }: Pick<Fields, 'confidentiality'>) {
  const say = useMessages(openTexts)
  const { mode, audience: named, results_audience: audience } = confidentiality
  const known = audiences.find((one) => one === audience)
  const results = known && say(`reads_${known}`)
  if (mode !== 'attributed')
    return (
      <p>
        {results} {say('without_names')}
      </p>
    )
  // First who reads names: “everyone” is about the results of groups.
  return (
    <p>
      {named.length > 0 ? say('with_names', { count: named.length }) : say('with_names_alone')} {results}{' '}
      {results && say('of_groups')}
    </p>
  )
}

type OftenProps = { id: string; fields: Fields; opensAt: string }

/** The warning of the schedule, before it is too late for another week. */
export function AskedOften({ id, fields, opensAt }: OftenProps) {
  const say = useMessages(openTexts)
  const monday = mondayOf(dayOf(opensAt))
  const week = { from: monday, to: shift(monday, 6) }
  const surveys = useQuery(readAll(asUser, 'listOccurrences', 'surveys', { query: week })).data
  const teams = useQuery(allTeams).data
  if (!surveys || !teams) return null
  const { title, recipients } = fields
  const found = overloadsWith(surveys, teams, { id, title, opensAt, ...recipients })
  if (found.length === 0) return null
  const shown = found.slice(0, namesShown)
  return (
    <Alert tone="warn">
      <p>
        {say('asked_often', {
          count: found.length,
          week: dayMonth.format(new Date(`${monday}T00:00:00Z`)),
        })}
      </p>
      <ul className={classes.often}>
        {shown.map(({ team, entries }) => (
          <li key={team.id}>{say('asked_times', { team: team.name, count: entries.length })}</li>
        ))}
        {found.length > shown.length && <li>{say('more_teams', { count: found.length - shown.length })}</li>}
      </ul>
      <details>
        <summary>{say('asked_which')}</summary>
        {shown.map(({ team, entries }) => (
          <p key={team.id}>
            {team.name}: {list.format([...new Set(entries.map(({ survey }) => survey.title))])}
          </p>
        ))}
      </details>
    </Alert>
  )
}
