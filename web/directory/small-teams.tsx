/** Teams that confidentiality never shows by themselves, said before somebody asks them. */
import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { searchWith } from '../ui/address.ts'
import { Alert } from '../ui/alert.tsx'
import { noTeam, type TeamTree } from './directory-queries.ts'
import { directoryTexts } from './directory-texts.ts'
import classes from './directory.module.css'
import { isSmall, pathOf } from './team-rows.ts'

/** By name; of more, how many. */
const namedMax = 5

type Team = TeamTree['teams'][number]

type Props = { tree: TeamTree; chosen: string | undefined }

/** Above the members of such a team. */
export function SmallTeam({ tree, chosen }: Props) {
  const team = tree.teams.find(({ id }) => id === chosen)
  return (
    team &&
    isSmall(team, tree) && (
      <Alert tone="warn">
        <OfOne team={team} tree={tree} />
      </Alert>
    )
  )
}

function OfOne({ team, tree }: { team: Team; tree: TeamTree }) {
  const say = useMessages(directoryTexts)
  const above = pathOf(tree.teams, team.id).findLast((one) => one !== team && !isSmall(one, tree))
  return (
    <>
      {say('small_team', { name: team.name, count: team.people_count, least: tree.k_score })}{' '}
      {above ? say('small_counted_in', { name: above.name }) : say('small_counted_whole')}
    </>
  )
}

/** Under the tree while no team is chosen; of one that is, it is said above its members, and nothing of others. */
export function SmallTeams({ tree, chosen }: Props) {
  const say = useMessages(directoryTexts)
  const small = tree.teams.filter((one) => isSmall(one, tree))
  if (small.length === 0 || (chosen !== undefined && chosen !== noTeam)) return null
  if (small.length === 1)
    return (
      <p role="note" className={`quiet small ${classes.note}`}>
        <OfOne team={small[0]} tree={tree} />
      </p>
    )
  return (
    <p role="note" className={`quiet small ${classes.note}`}>
      {say('small_teams', { count: small.length, least: tree.k_score })}
      <span className={classes.smallTeams}>
        {small.slice(0, namedMax).map(({ id, name }) => (
          <Link key={id} to="." search={searchWith({ team: id })} resetScroll={false}>
            {name}
          </Link>
        ))}
        {small.length > namedMax && <span>{say('more', { count: small.length - namedMax })}</span>}
      </span>
    </p>
  )
}
