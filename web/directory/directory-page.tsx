/**
 * The directory: teams as a tree, and the members of the one that is chosen, with those under it. Sizes are of teams, and never of who has
 * answered; a team that is too small to be shown by itself is named before anybody asks it.
 */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { useAddress } from '../ui/address.ts'
import { DataTable } from '../ui/data-table.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState, Failure } from '../ui/states.tsx'
import { UrlDrawer } from '../ui/url-drawer.tsx'
import { NoMatch, UrlFilters, UrlSearch, UrlSelect } from '../ui/url-filters.tsx'
import { memberStatuses, noTeam, queryOf, type Team, treeQuery, useMembers } from './directory-queries.ts'
import { directoryTexts } from './directory-texts.ts'
import classes from './directory.module.css'
import { useColumns } from './member-columns.tsx'
import { oneMember } from './member-queries.ts'
import { MoreInSight } from './more-in-sight.tsx'
import { MemberDetail, NewMemberDialog } from './parts.ts'
import { SeveralActs } from './several-acts.tsx'
import { useSeveral } from './several-selected.ts'
import { SmallTeam } from './small-teams.tsx'
import { TeamHead } from './team-head.tsx'
import { TeamTreePane } from './team-tree-pane.tsx'

const firstRows = 50

const route = getRouteApi('/shell/app/directory')

export function DirectoryPage() {
  const say = useMessages(directoryTexts)
  const { data: me } = useMe()
  const filter = route.useSearch()
  const tree = useQuery(treeQuery)
  const list = useMembers(filter)
  const columns = useColumns(tree.data?.teams ?? [], filter, list.data)
  const seesAll = me?.role === 'admin' || me?.role === 'analyst'
  const isAdmin = me?.role === 'admin'
  const several = useSeveral(filter, list.data)
  const isFiltered = (filter.q ?? filter.team ?? filter.status) !== undefined
  return (
    <Page
      title={say('title')}
      description={say(seesAll ? 'description' : 'description_near')}
      api={{
        operation: 'listMembers',
        query: Object.fromEntries(
          Object.entries(queryOf(filter)).map(([name, value]) => [name, String(value)]),
        ),
      }}
      actions={
        isAdmin && (
          <>
            <Button variant="default" component={Link} to="/app/directory/import">
              {say('import')}
            </Button>
            <NewMember
              teams={tree.data?.teams ?? []}
              team={filter.team === noTeam ? undefined : filter.team}
            />
          </>
        )
      }
    >
      <div className={classes.container}>
        <div className={classes.layout}>
          {tree.error && !tree.data ? (
            <div className="card">
              <Failure error={tree.error} onRetry={() => void tree.refetch()} />
            </div>
          ) : (
            <TeamTreePane seesAll={seesAll} tree={tree.data} selected={filter.team} mayChange={isAdmin} />
          )}
          <div className={classes.members}>
            {tree.data && (
              <TeamHead key={filter.team} tree={tree.data} chosen={filter.team} mayChange={isAdmin} />
            )}
            <UrlFilters>
              <UrlSearch label={say('search')} />
              {seesAll && (
                <UrlSelect
                  isLabelHidden
                  label={say('status')}
                  param="status"
                  all={say('status_current')}
                  options={memberStatuses.map((value) => ({ value, label: say(`status_${value}`) }))}
                />
              )}
            </UrlFilters>
            {tree.data && <SmallTeam tree={tree.data} chosen={filter.team} />}
            <DataTable
              // Another team or order is another list, which begins at its top.
              key={`${filter.team} ${filter.sort}`}
              label={say('members')}
              list={list}
              columns={columns}
              keyOf={({ id }) => id}
              firstRows={firstRows}
              {...(isAdmin && { selection: several.selection })}
              countText={(count) => say('member_count', { count })}
              empty={
                isFiltered ? (
                  <NoMatch title={say('no_match')} params={['q', 'team', 'status']} />
                ) : (
                  <EmptyState
                    title={say('none')}
                    description={say(seesAll ? 'none_hint' : 'none_near_hint')}
                    action={
                      isAdmin ? (
                        <Button component={Link} to="/app/directory/import">
                          {say('import')}
                        </Button>
                      ) : (
                        seesAll && <a href="/docs/directory">{say('guide')}</a>
                      )
                    }
                  />
                )
              }
            />
            <MoreInSight list={list} />
            {isAdmin && tree.data && (
              <SeveralActs
                tree={tree.data}
                chosen={filter.team}
                members={several.members}
                onClear={several.clear}
              />
            )}
          </div>
        </div>
      </div>
      <MemberAtTheSide teams={tree.data?.teams ?? []} />
    </Page>
  )
}

/** Named by the member as soon as they are read. */
function MemberAtTheSide({ teams }: { teams: readonly Team[] }) {
  const say = useMessages(directoryTexts)
  const { member = '' } = route.useSearch()
  const { data } = useQuery({ ...oneMember(member), enabled: false })
  return (
    <UrlDrawer param="member" title={data?.name ?? say('member')}>
      {(id) => <MemberDetail key={id} id={id} teams={teams} />}
    </UrlDrawer>
  )
}

type NewMemberProps = { teams: readonly Team[]; team: string | undefined }

/** Adds a member, and then opens them at the side, so that the rest can be filled in. */
function NewMember(props: NewMemberProps) {
  const say = useMessages(directoryTexts)
  const { change } = useAddress()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('add_member')}</Button>
      <Suspense>
        {isOpen && (
          <NewMemberDialog
            {...props}
            onClose={() => setOpen(false)}
            onDone={({ id }) => {
              setOpen(false)
              change({ member: id }, { isEntry: true })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
