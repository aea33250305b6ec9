/**
 * The board of actions: what reports suggest, by state. A card is moved by its buttons, and what was done can be taken back for a while; a
 * dismissal asks why. What the address names is open at the side.
 */
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { driverIds } from '../../contract/drivers.ts'
import { actionStates } from '../../contract/states.ts'
import { SondeError } from '../api.ts'
import { managedTeams } from '../home/home-queries.ts'
import { useMe } from '../me.ts'
import { language, loadMessages, useMessages } from '../messages.ts'
import { searchWith } from '../ui/address.ts'
import { Board, type BoardCard, type BoardColumn } from '../ui/board.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { formatNumber } from '../ui/number-format.ts'
import { Page } from '../ui/page.tsx'
import { usePageKeys } from '../ui/page-keys.ts'
import { EmptyState, Failure, SkeletonLines } from '../ui/states.tsx'
import { UrlDrawer } from '../ui/url-drawer.tsx'
import { NoMatch, UrlChoice, UrlFilters, UrlSelect } from '../ui/url-filters.tsx'
import { insightTexts } from '../insights/insight-texts.ts'
import { urgencyOf } from '../insights/ranked.ts'
import { ActionCard } from './action-card.tsx'
import { offersFrom } from './action-moves.ts'
import {
  type Action,
  type ActionState,
  filterOf,
  firstTeams,
  oneAction,
  useActions,
  whyIn,
  whyOfAll,
} from './action-queries.ts'
import { firstSentenceOf } from './first-sentence.ts'
import { actionTexts } from './action-texts.ts'
import { useMoves } from './use-moves.ts'
import classes from './actions.module.css'
import { driverTexts } from '../drivers/driver-texts.ts'

const ActionDetail = lazy(() =>
  import('./action-detail.tsx').then(({ ActionDetail }) => ({ default: ActionDetail })),
)
const AcceptDialog = lazy(() =>
  import('./accept-dialog.tsx').then(({ AcceptDialog }) => ({ default: AcceptDialog })),
)
const DismissDialog = lazy(() =>
  import('./dismiss-dialog.tsx').then(({ DismissDialog }) => ({ default: DismissDialog })),
)

const NewAction = lazy(async () => {
  const [{ NewAction }] = await Promise.all([import('./new-action.tsx'), loadMessages(insightTexts)])
  return { default: NewAction }
})

const route = getRouteApi('/shell/app/actions')

const filters = ['team', 'driver', 'owner'] as const

export function ActionsPage() {
  const say = useMessages(actionTexts)
  const [isMaking, setMaking] = useState(false)
  const { data: me } = useMe()
  const isMember = me?.role === 'member'
  const managed = useQuery({ ...managedTeams, enabled: isMember })
  // Whoever leads no team has no finding to answer.
  const mayMake = me !== undefined && (!isMember || (managed.data?.teams.length ?? 0) > 0)
  return (
    <Page
      title={say('title')}
      description={say('description')}
      actions={
        mayMake && (
          <Button variant="default" onClick={() => setMaking(true)}>
            {say('new_action')}
          </Button>
        )
      }
      api={{ operation: 'listActions' }}
    >
      <Filters />
      <Actions />
      <OneAtTheSide />
      {isMaking && (
        <Suspense>
          <NewAction onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </Page>
  )
}

/** Named by the action as soon as it is read. */
function OneAtTheSide() {
  const say = useMessages(actionTexts)
  const { action = '' } = route.useSearch()
  const { data } = useQuery({ ...oneAction(action), enabled: false })
  return (
    <UrlDrawer param="action" title={data?.title ?? say('action')}>
      {(id) => (
        <Suspense fallback={<SkeletonLines />}>
          <ActionDetail key={id} id={id} />
        </Suspense>
      )}
    </UrlDrawer>
  )
}

function Filters() {
  const say = useMessages(actionTexts)
  const sayDriver = useMessages(driverTexts)
  const { data: me } = useMe()
  const teams = useQuery(firstTeams).data?.teams ?? []
  return (
    <UrlFilters>
      <UrlSelect
        label={say('team')}
        param="team"
        all={say('all_teams')}
        options={teams.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <UrlSelect
        label={say('driver')}
        param="driver"
        all={say('all_drivers')}
        options={driverIds.map((id) => ({ value: id, label: sayDriver(id) }))}
      />
      {me?.user?.member_id && (
        <UrlChoice
          label={say('owner')}
          param="owner"
          all={say('all_owners')}
          options={[{ value: 'me', label: say('mine') }]}
        />
      )}
    </UrlFilters>
  )
}

function Actions() {
  const say = useMessages(actionTexts)
  const { team, driver, owner } = route.useSearch()
  const { data: me } = useMe()
  const list = useActions(filterOf({ team, driver, owner }, me))
  const { data: actions, error, refetch, isStale } = list
  if (!actions)
    return (
      <div className="card pad">
        {error ? <NotRead error={error} onRetry={refetch} /> : <SkeletonLines lines={8} />}
      </div>
    )
  if (actions.length === 0)
    return (
      <div className="card">
        {(team ?? driver ?? owner) ? (
          <NoMatch title={say('no_match')} params={filters} />
        ) : (
          <EmptyState title={say('empty')} description={say('empty_hint')} />
        )}
      </div>
    )
  return (
    <div className={classes.list} aria-busy={isStale || undefined}>
      <ActionBoard actions={actions} />
      <LoadMore list={list} />
    </div>
  )
}

const forbidden = 403

function NotRead({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const say = useMessages(actionTexts)
  if (error instanceof SondeError && error.status === forbidden)
    return <EmptyState title={say('forbidden')} description={say('forbidden_hint')} />
  return <Failure error={error} onRetry={() => void onRetry()} />
}

const isState = (column: string): column is ActionState => actionStates.some((state) => state === column)

function ActionBoard({ actions }: { actions: readonly Action[] }) {
  const say = useMessages(actionTexts)
  const { dismissed, earlier, suggested } = route.useSearch()
  const [accepting, setAccepting] = useState<Action | null>(null)
  const [dismissing, setDismissing] = useState<Action | null>(null)
  // What waits for a decision is visible, until somebody folds it.
  const isOpen = suggested !== 'hidden'
  const { move, takeBack, pending } = useMoves({
    onDone: () => {
      setAccepting(null)
      setDismissing(null)
    },
    asks: accepting !== null || dismissing !== null,
  })
  usePageKeys([{ key: 'z', label: say('undo_key'), run: takeBack }])
  // What was pressed is shown at once.
  const stateOf = (action: Action): ActionState =>
    pending?.action.id === action.id && accepting === null && dismissing === null ? pending.to : action.state
  const count = actions.filter((action) => stateOf(action) === 'dismissed').length
  // What newer results no longer suggest is not advice: it stands aside until somebody asks for it.
  const isEarlier = (action: Action): boolean => stateOf(action) === 'suggested' && !action.is_current
  const earlierCount = actions.filter(isEarlier).length
  const suggestedCount = actions.filter(
    (action) => stateOf(action) === 'suggested' && action.is_current,
  ).length
  const columns = actionStates.map((id): BoardColumn => {
    const label = say(`state_${id}`)
    if (id === 'suggested' && !isOpen)
      return { id, label, isWide: true, folded: <SuggestedLink count={suggestedCount} /> }
    if (id === 'suggested')
      return {
        id,
        label,
        isWide: true,
        aside: (
          <span className={classes.asides}>
            {earlierCount > 0 && <EarlierLink count={earlierCount} isShown={earlier === 'shown'} />}
            {suggestedCount > 0 && <HideSuggestedLink />}
          </span>
        ),
      }
    if (id !== 'dismissed') return { id, label, none: say(`none_${id}`) }
    if (dismissed === 'shown') return { id, label, aside: <FoldLink /> }
    return { id, label, folded: <UnfoldLink count={count} /> }
  })
  const findings = useQuery(whyOfAll).data?.insights ?? []
  const whyOf = ({ insight_id: insight, title }: Action): string | undefined => {
    const finding = findings.find(({ id }) => id === insight)
    return finding && firstSentenceOf(whyIn(title, finding.statement), language)
  }
  const byUrgency = actions
    .filter((action) => earlier === 'shown' || !isEarlier(action))
    .toSorted(
      (a, b) =>
        Number(b.is_current) - Number(a.is_current) ||
        // What the reader decides about comes before what others do.
        Number(b.may_update) - Number(a.may_update) ||
        urgencyOf(b) - urgencyOf(a),
    )
  const cards = byUrgency.map((action): BoardCard => ({
    id: action.id,
    column: stateOf(action),
    // A report may suggest the same to several teams.
    name: say('named_card', { title: action.title, team: action.scope.team_name ?? say('everyone') }),
    content: <ActionCard action={action} why={whyOf(action)} />,
  }))
  const actionOf = (card: BoardCard): Action | undefined => actions.find(({ id }) => id === card.id)
  return (
    <>
      <Board
        label={say('title')}
        columns={columns}
        cards={cards}
        movesOf={(card) => {
          const action = actionOf(card)
          if (!action?.may_update || !isState(card.column)) return []
          return offersFrom({ state: card.column, origin: action.origin }).map(
            ({ transition, to, isFirst }) => ({ to, label: say(`move_${transition}`), isFirst }),
          )
        }}
        onMove={(card, to) => {
          const action = actionOf(card)
          if (!action || !isState(to)) return
          if (to === 'dismissed') setDismissing(action)
          else if (to === 'accepted' && action.state === 'suggested') setAccepting(action)
          else move.mutate({ action, to })
        }}
      />
      {accepting && (
        <Suspense>
          <AcceptDialog
            actions={[accepting]}
            isBusy={move.isPending}
            error={move.error}
            onClose={() => {
              move.reset()
              setAccepting(null)
            }}
            onConfirm={(plan) => {
              const { owner_member_id, due_on, note } = accepting
              move.mutate({
                action: accepting,
                to: 'accepted',
                plan: { ...plan, note },
                planBefore: { owner_member_id, due_on, note },
              })
            }}
          />
        </Suspense>
      )}
      {dismissing && (
        <Suspense>
          <DismissDialog
            action={dismissing}
            isBusy={move.isPending}
            error={move.error}
            onClose={() => {
              move.reset()
              setDismissing(null)
            }}
            onConfirm={(reason) => move.mutate({ action: dismissing, to: 'dismissed', reason })}
          />
        </Suspense>
      )}
    </>
  )
}

function SuggestedLink({ count }: { count: number }) {
  const say = useMessages(actionTexts)
  return (
    <Link to="." search={searchWith({ suggested: 'shown' })} resetScroll={false} className={classes.unfold}>
      <IconChevronRight size={16} aria-hidden />
      <span>
        {say('state_suggested')} <span className={classes.count}>{formatNumber(count)}</span>
      </span>
      <span className="visually-hidden">{say('show_suggested')}</span>
    </Link>
  )
}

function HideSuggestedLink() {
  const say = useMessages(actionTexts)
  return (
    <Link to="." search={searchWith({ suggested: 'hidden' })} resetScroll={false} className="small">
      {say('hide_suggested')}
    </Link>
  )
}

function EarlierLink({ count, isShown }: { count: number; isShown: boolean }) {
  const say = useMessages(actionTexts)
  return (
    <Link
      to="."
      search={searchWith({ earlier: isShown ? undefined : 'shown' })}
      resetScroll={false}
      className="small"
    >
      {isShown ? say('hide_earlier') : say('show_earlier', { count })}
    </Link>
  )
}

function UnfoldLink({ count }: { count: number }) {
  const say = useMessages(actionTexts)
  return (
    <Link to="." search={searchWith({ dismissed: 'shown' })} resetScroll={false} className={classes.unfold}>
      <IconChevronRight size={16} aria-hidden />
      <span>
        {say('state_dismissed')} <span className={classes.count}>{formatNumber(count)}</span>
      </span>
      <span className="visually-hidden">{say('show_column')}</span>
    </Link>
  )
}

function FoldLink() {
  const say = useMessages(actionTexts)
  return (
    <Link to="." search={searchWith({ dismissed: undefined })} resetScroll={false} className="small">
      {say('hide_column')}
    </Link>
  )
}
