/** The schedule: five weeks from this one on, or a month, of all surveys that the reader sees, with holidays, which teams are asked too often, and occurrences to be moved. */
import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { isConflict, refresh } from '../queries.ts'
import { readersZone } from '../reader.ts'
import { searchWith, useAddress } from '../ui/address.ts'
import { Alert } from '../ui/alert.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { usePageKeys } from '../ui/page-keys.ts'
import { QueryState } from '../ui/query-state.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { showDone, showFailure, showRefusal, showUndoable } from '../ui/toast.ts'
import { UrlDrawer } from '../ui/url-drawer.tsx'
import { UrlFilters, UrlSelect } from '../ui/url-filters.tsx'
import { limits } from '../../contract/limits.ts'
import { type Entry, entriesByDay, monthBeside, monthOf, openOn, shift, stateOf } from './days.ts'
import { mainDays } from './months.ts'
import { MonthGrid } from './month-grid.tsx'
import { ByLifecycle, Legend, Nothing } from './month-notes.tsx'
import { canMove, moveRefusal } from './moving.ts'
import { occurrencesOf, type Survey, today, weeksShown } from './occurrence-queries.ts'
import { movedEntry, theirDay, useHolidays, useMove, useTeams, withMove } from './schedule-queries.ts'
import { shownStates } from './shown-states.ts'
import { useDateAct } from './skipping.ts'
import { scheduleTexts } from './schedule-texts.ts'
import { audienceText, longDay, monthName, monthsOf, shortDay, titlesText } from './schedule-words.ts'
import classes from './schedule.module.css'
import { asks, type Overload, overloads, type TeamOfTree, withAncestors } from './team-load.ts'

const route = getRouteApi('/shell/app/schedule')

const DayPanel = lazy(() => import('./day-panel.tsx').then((it) => ({ default: it.DayPanel })))
const MoveDialog = lazy(() => import('./move-dialog.tsx').then((it) => ({ default: it.MoveDialog })))
const ConflictDialog = lazy(() =>
  import('../ui/conflict-dialog.tsx').then((it) => ({ default: it.ConflictDialog })),
)

export function SchedulePage() {
  const say = useMessages(scheduleTexts)
  const { month, team, state } = route.useSearch()
  const query = useQuery(occurrencesOf(month))
  const teams = useTeams()
  const days = weeksShown(month).flat()
  const { change } = useAddress()
  const show = (to: string | undefined): void => change({ month: to, day: undefined }, { isEntry: true })
  const beside = monthsBeside(month, days)
  usePageKeys([
    { key: 'p', label: say('previous'), run: () => show(beside.before) },
    { key: 'n', label: say('next'), run: () => show(beside.after) },
    { key: 't', label: say('today'), run: () => show(undefined) },
  ])
  return (
    <Page
      title={say('title')}
      description={say('description', { zone: readersZone })}
      api={{ operation: 'listOccurrences', query: { from: days[0], to: days.at(-1)! } }}
      actions={
        <ButtonLink to="/app/surveys/new" leftSection={<IconPlus size={16} aria-hidden />}>
          {say('new_survey')}
        </ButtonLink>
      }
    >
      <div className={classes.bar}>
        <MonthSteps month={month} days={days} />
        <UrlFilters>
          {teams.length > 0 && (
            <UrlSelect
              label={say('team')}
              param="team"
              all={say('all_teams')}
              options={teams
                .map(({ id, name }) => ({ value: id, label: name }))
                .toSorted((a, b) => a.label.localeCompare(b.label))}
            />
          )}
          <UrlSelect
            label={say('state')}
            param="state"
            all={say('all_states')}
            options={shownStates.map((one) => ({ value: one, label: say(`state_${one}`) }))}
          />
        </UrlFilters>
      </div>
      <QueryState query={query} skeleton={<SkeletonLines lines={12} />} hasCard>
        {(surveys) => (
          <Month
            key={month ?? days[0]}
            month={month}
            surveys={surveys}
            teams={teams}
            filter={{ team, state }}
          />
        )}
      </QueryState>
    </Page>
  )
}

/** Weeks from this one on lead to the months of the days before and after them. */
const monthsBeside = (month: string | undefined, days: readonly string[]) =>
  month === undefined
    ? { before: monthOf(shift(days[0], -1)), after: monthOf(shift(days[days.length - 1], 1)) }
    : { before: monthBeside(month, -1), after: monthBeside(month, 1) }

function nameOfDays(month: string | undefined, days: readonly string[]): string {
  if (month !== undefined) return monthName(month)
  const { from, to } = mainDays(days)
  return monthsOf(from, to)
}

function MonthSteps({ month, days }: { month: string | undefined; days: readonly string[] }) {
  const say = useMessages(scheduleTexts)
  const { before, after } = monthsBeside(month, days)
  const search = (to: string | undefined): never => searchWith({ month: to, day: undefined })
  const step = (to: string, label: string, isBack: boolean) => (
    <ButtonLink variant="default" px={8} to="." search={search(to)} resetScroll={false} aria-label={label}>
      {isBack ? <IconChevronLeft size={18} aria-hidden /> : <IconChevronRight size={18} aria-hidden />}
    </ButtonLink>
  )
  return (
    <div className="row">
      <nav aria-label={say('months')} className={classes.steps}>
        {step(before, month ? say('previous') : say('earlier', { month: monthName(before) }), true)}
        <ButtonLink variant="default" to="." search={search(undefined)} resetScroll={false}>
          {say('today')}
        </ButtonLink>
        {step(after, month ? say('next') : say('later', { month: monthName(after) }), false)}
      </nav>
      <h2 aria-live="polite">{nameOfDays(month, days)}</h2>
    </div>
  )
}

type Filter = { team?: string | undefined; state?: (typeof shownStates)[number] | undefined }

/** Somebody else's draft that asks no team yet says nothing of any day: its date is the one that a new draft begins with. */
const isBegun = (survey: Survey, myId: string | undefined): boolean =>
  survey.state !== 'draft' || survey.author_user_id === myId || survey.team_ids.length + survey.more_teams > 0

/** What is filtered out is not shown; what a team is asked counts all the same. */
function filtered(
  surveys: readonly Survey[],
  teams: readonly TeamOfTree[],
  { team, state, myId }: Filter & { myId: string | undefined },
): Survey[] {
  const chain = team && withAncestors(new Map(teams.map((one) => [one.id, one])), team)
  return surveys
    .filter((survey) => (chain ? asks(survey, chain) : state === 'draft' || isBegun(survey, myId)))
    .map((survey) => ({
      ...survey,
      occurrences: survey.occurrences.filter((one) => !state || stateOf(survey, one) === state),
    }))
}

type MonthProps = {
  month: string | undefined
  surveys: readonly Survey[]
  teams: readonly TeamOfTree[]
  filter: Filter
}

type Asked = { entry: Entry; to: string | null } | null

function Month({ month, surveys, teams, filter }: MonthProps) {
  const say = useMessages(scheduleTexts)
  const { data: me } = useMe()
  const { change } = useAddress()
  const [asked, setAsked] = useState<Asked>(null)
  const [conflict, setConflict] = useState<{ entry: Entry; to: string } | null>(null)
  const weeks = weeksShown(month)
  const days = weeks.flat()
  const holidays = useHolidays(days)
  const shown = filtered(surveys, teams, { ...filter, myId: me?.user?.id })
  const entries = entriesByDay(shown)
  const showConflict = async (entry: Entry, to: string): Promise<void> => {
    await refresh('listOccurrences')
    setConflict({ entry, to })
  }
  const move = useMove(month, {
    onDone: ({ entry, to, isUndo }) => {
      setAsked(null)
      setConflict(null)
      const { title } = entry.survey
      if (isUndo) return showDone(say('undone', { title, day: longDay(to) }))
      void showUndoable(say('done', { title, day: longDay(to) }), () =>
        move.mutate({ entry: movedEntry(entry, to), to: entry.day, isUndo: true }),
      )
    },
    onFailed: (error, { entry, to }) => {
      if (isConflict(error)) {
        setAsked(null)
        void showConflict(entry, to)
      } else if (asked === null) showFailure(error)
    },
  })
  const dateAct = useDateAct({
    onDone: ({ entry, act, isUndo }) => {
      const { title } = entry.survey
      const text = say(`${act}_done`, { title, day: longDay(entry.day) })
      // The button is gone: the focus stays in the day.
      document.querySelector<HTMLElement>('[data-after-act]')?.focus()
      if (isUndo) return showDone(text)
      void showUndoable(text, () =>
        dateAct.mutate({ entry, act: act === 'skip' ? 'restore' : 'skip', isUndo: true }),
      )
    },
    onFailed: (error) => {
      void refresh('listOccurrences')
      showFailure(error)
    },
  })
  const isMine = (entry: Entry): boolean => canMove(entry, me?.user?.id)
  const refusalOf = (entry: Entry, to: string): string | null => {
    // Neighbours are looked for among all that was read, not among what the filter leaves.
    const whole = surveys.find(({ id }) => id === entry.survey.id) ?? entry.survey
    const occurrence = whole.occurrences.find(
      ({ local_date, moved_from }) =>
        local_date === entry.occurrence.local_date && moved_from === entry.occurrence.moved_from,
    )
    const refusal = moveRefusal(
      { ...entry, survey: whole, occurrence: occurrence ?? entry.occurrence },
      to,
      today(),
    )
    return refusal && say(`refused_${refusal}`, { count: limits.movedDaysMax })
  }
  const tryMove = (entry: Entry, to: string): void => {
    if (to === entry.day) return
    const refusal = refusalOf(entry, to)
    if (refusal === null) move.mutate({ entry, to })
    else showRefusal(refusal)
  }
  const inSight = [...new Set(days.flatMap((day) => openOn(entries, day)))]
  const names = new Map(teams.map(({ id, name }) => [id, name]))
  const audienceOf = ({ survey }: Entry): string | null => audienceText(say, survey, (id) => names.get(id))
  return (
    <div className="stack">
      <Overloads found={overloads(surveys, teams)} />
      {inSight.length > 0 && <Legend entries={inSight} />}
      <MonthGrid
        label={say('grid', { month: nameOfDays(month, days) })}
        month={month}
        weeks={weeks}
        entries={entries}
        holidays={holidays}
        today={today()}
        isStale={false}
        canMove={isMine}
        audienceOf={audienceOf}
        onOpen={(day) => change({ day }, { isEntry: true })}
        onMove={tryMove}
      />
      <ByLifecycle surveys={shown} />
      {inSight.length === 0 && (
        <Nothing isFiltered={Boolean(filter.team ?? filter.state)} isAhead={month === undefined} />
      )}
      <UrlDrawer param="day" title={say('day_field')}>
        {(day) => (
          <DayPanel
            day={day}
            entries={openOn(entries, day)}
            holidays={holidays.get(day) ?? []}
            canMove={isMine}
            audienceOf={audienceOf}
            onMove={(entry) => setAsked({ entry, to: null })}
            onDateAct={dateAct.mutate}
          />
        )}
      </UrlDrawer>
      <Suspense>
        {asked && (
          <MoveDialog
            entry={asked.entry}
            refusalOf={(to) => refusalOf(asked.entry, to)}
            overloadsAt={(to) => newOverloads(surveys, teams, asked.entry, to)}
            isBusy={move.isPending}
            error={isConflict(move.error) ? null : move.error}
            onMove={(to) => move.mutate({ entry: asked.entry, to })}
            onClose={() => {
              move.reset()
              setAsked(null)
            }}
          />
        )}
        {conflict && (
          <ConflictDialog
            differences={[
              {
                field: conflict.entry.survey.title,
                mine: longDay(conflict.to),
                theirs: longDay(theirDay(surveys, conflict.entry)),
              },
            ]}
            isBusy={move.isPending}
            onKeepMine={() => {
              const now = surveys.find(({ id }) => id === conflict.entry.survey.id)
              move.mutate({ ...conflict, ...(now && { version: now.version }) })
            }}
            onTakeTheirs={() => setConflict(null)}
            onClose={() => setConflict(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Weeks in which a team would be asked too often after a move, and is not now. */
function newOverloads(
  surveys: readonly Survey[],
  teams: readonly TeamOfTree[],
  entry: Entry,
  to: string,
): Overload[] {
  const now = overloads(surveys, teams)
  return overloads(withMove(surveys, { entry, to }), teams).filter(
    (one) =>
      !now.some(
        ({ team, monday, entries }) =>
          team.id === one.team.id && monday === one.monday && entries.length >= one.entries.length,
      ),
  )
}

type OverloadedProps = { team: string; monday: string; entries: readonly Entry[] }

/** Each survey leads to its day, where it is moved. */
function Overloaded({ team, monday, entries }: OverloadedProps) {
  const say = useMessages(scheduleTexts)
  const byTitle = new Map(entries.map((entry) => [entry.survey.title, entry.day]))
  const titles = titlesText(say, [...byTitle.keys()])
  const text = say('overload', { team, count: entries.length, week: shortDay(monday), titles })
  const linked = [...byTitle].reduce<ReactNode[]>(
    (parts, [title, day]) =>
      parts.flatMap((part) => {
        const at = typeof part === 'string' ? part.lastIndexOf(title) : -1
        if (typeof part !== 'string' || at < 0) return [part]
        const link = (
          <Link key={title} to="." search={searchWith({ day })} resetScroll={false}>
            {title}
          </Link>
        )
        return [part.slice(0, at), link, part.slice(at + title.length)]
      }),
    [text],
  )
  return <>{linked}</>
}

const overloadsShown = 4

function Overloads({ found }: { found: readonly Overload[] }) {
  const say = useMessages(scheduleTexts)
  const [isWhole, setWhole] = useState(false)
  if (found.length === 0) return null
  return (
    <Alert tone="warn">
      <ul className={classes.overloads}>
        {(isWhole ? found : found.slice(0, overloadsShown)).map(({ team, monday, entries }) => (
          <li key={`${team.id} ${monday}`}>
            <Overloaded team={team.name} monday={monday} entries={entries} />
          </li>
        ))}
      </ul>
      <p className="small">{say('overload_hint')}</p>
      {!isWhole && found.length > overloadsShown && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {say('overloads_more', { count: found.length - overloadsShown })}
        </Button>
      )}
    </Alert>
  )
}
