/** Teams beside the list, with how many people each has. Where there is little room it opens by a button. */
import { IconAlertTriangle, IconChevronDown, IconSitemap } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useMessages } from '../messages.ts'
import { useAddress } from '../ui/address.ts'
import { formatNumber } from '../ui/number-format.ts'
import { SkeletonLines } from '../ui/states.tsx'
import { Tree } from '../ui/tree.tsx'
import { noTeam, type TeamTree } from './directory-queries.ts'
import { directoryTexts } from './directory-texts.ts'
import classes from './directory.module.css'
import { SmallTeams } from './small-teams.tsx'
import { TeamAddition } from './team-acts.tsx'
import { isSmall, pathOf, rowsOf } from './team-rows.ts'

/** What stands for no team, over all of them. */
const everyone = 'everyone'

type Props = {
  tree: TeamTree | undefined
  selected: string | undefined
  seesAll: boolean
  mayChange: boolean
}

export function TeamTreePane({ tree, selected, seesAll, mayChange }: Props) {
  const say = useMessages(directoryTexts)
  const whole = say(seesAll ? 'everyone' : 'everyone_near')
  const [isShown, setShown] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const chosen = tree?.teams.find((team) => team.id === selected)
  return (
    <section className={`card ${classes.pane}`} aria-label={say('teams')}>
      <button
        ref={opener}
        type="button"
        className={classes.opener}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setShown(!isShown)}
      >
        <IconSitemap size={18} stroke={1.75} aria-hidden />
        <span>{chosen?.name ?? (selected === noTeam ? say('in_no_team') : whole)}</span>
        <IconChevronDown size={16} aria-hidden />
      </button>
      <h2 className={classes.heading} aria-hidden="true">
        {say('teams')}
      </h2>
      <div id={id} className={classes.tree} data-shown={isShown || undefined}>
        {tree ? (
          <>
            <Teams
              tree={tree}
              selected={selected}
              whole={whole}
              onChosen={() => {
                setShown(false)
                // Where the tree is hidden now; elsewhere the button is, and takes no focus.
                opener.current?.focus()
              }}
            />
            {mayChange && <TeamAddition key={selected} tree={tree} team={chosen} />}
          </>
        ) : (
          <SkeletonLines lines={6} />
        )}
      </div>
    </section>
  )
}

/** The first levels are open, and the way to the team that is chosen. */
const openLevels = 1

type TeamsProps = { tree: TeamTree; selected: string | undefined; whole: string; onChosen: () => void }

function Teams({ tree, selected, whole, onChosen }: TeamsProps) {
  const say = useMessages(directoryTexts)
  const { change } = useAddress()
  /** What somebody has opened or closed; the rest is as it begins. */
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const path = new Set(selected === undefined ? [] : pathOf(tree.teams, selected).map(({ id }) => id))
  const isOpen = (id: string, depth: number): boolean =>
    changed.get(id) ?? (path.has(id) || depth < openLevels)
  const contentOf =
    (name: string, count: number, isTooSmall = false) =>
    () => (
      <span className={classes.line}>
        <span className={classes.team}>
          <span>
            <span>{name}</span>
            {isTooSmall && <IconAlertTriangle size={14} className={classes.small} aria-hidden />}
          </span>
          <span className="visually-hidden">{say('people', { count })}</span>
          <span className={classes.count} aria-hidden="true">
            {formatNumber(count)}
          </span>
        </span>
        {isTooSmall && <span className="visually-hidden">{say('small')}</span>}
      </span>
    )
  const rows = rowsOf(tree.teams, isOpen)
  const teamsAtTop = rows.filter(({ depth }) => depth === 0).length
  const hasOthers = selected === noTeam || (teamsAtTop > 0 && tree.without_team_count > 0)
  const top = teamsAtTop + (hasOthers ? 1 : 0)
  const items = rows.map(({ team, ...row }) => ({
    ...row,
    id: team.id,
    name: team.name,
    depth: row.depth + 1,
    siblings: row.depth === 0 ? top : row.siblings,
    content: contentOf(team.name, team.people_count, isSmall(team, tree)),
  }))
  const others = {
    id: noTeam,
    name: say('in_no_team'),
    depth: 1,
    isOpen: null,
    place: top,
    siblings: top,
    content: contentOf(say('in_no_team'), tree.without_team_count),
  }
  const all = {
    id: everyone,
    name: whole,
    depth: 0,
    isOpen: top > 0 ? (changed.get(everyone) ?? true) : null,
    place: 1,
    siblings: 1,
    content: contentOf(whole, tree.people_count),
  }
  return (
    <>
      <Tree
        label={say('teams')}
        items={all.isOpen === false ? [all] : [all, ...items, ...(hasOthers ? [others] : [])]}
        selected={selected ?? everyone}
        onSelect={(id) => {
          change({ team: id === everyone ? undefined : id }, { isEntry: true })
          onChosen()
        }}
        onToggle={(id) => {
          const now = [all, ...items].find((item) => item.id === id)?.isOpen === true
          setChanged(new Map(changed).set(id, !now))
        }}
        onExpand={(ids) => setChanged(new Map([...changed, ...ids.map((id) => [id, true] as const)]))}
      />
      <SmallTeams tree={tree} chosen={selected} />
      {tree.truncated && <p className={`quiet small ${classes.note}`}>{say('tree_truncated')}</p>}
    </>
  )
}
