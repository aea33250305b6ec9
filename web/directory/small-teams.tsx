/** Teams that confidentiality never shows by themselves, said before somebody asks them. */
import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { searchWith } from '../ui/address.ts'
import { Alert } from '../ui/alert.tsx'
import type { TeamTree } from './directory-queries.ts'
import { directoryTexts } from './directory-texts.ts'
import classes from './directory.module.css'
import { isSmall, pathOf } from './team-rows.ts'

/** By name; of more, how many. */
const namedMax = 5

export function SmallTeams({ tree, chosen }: { tree: TeamTree; chosen: string | undefined }) {
  const say = useMessages(directoryTexts)
  const { teams, k_score: least } = tree
  const all = teams.filter((one) => isSmall(one, tree))
  const small = chosen === undefined ? all : all.filter(({ id }) => id === chosen)
  const [team] = small
  if (small.length === 1) {
    const above = pathOf(teams, team.id).findLast((one) => one !== team && !isSmall(one, tree))
    return (
      <Alert tone="warn">
        {say('small_team', { name: team.name, count: team.people_count, least })}{' '}
        {above ? say('small_counted_in', { name: above.name }) : say('small_counted_whole')}
      </Alert>
    )
  }
  if (small.length === 0) return null
  return (
    <Alert tone="warn">
      {say('small_teams', { count: small.length, least })}
      <span className={classes.smallTeams}>
        {small.slice(0, namedMax).map(({ id, name }) => (
          <Link key={id} to="." search={searchWith({ team: id })} resetScroll={false}>
            {name}
          </Link>
        ))}
        {small.length > namedMax && <span>{say('more', { count: small.length - namedMax })}</span>}
      </span>
    </Alert>
  )
}
