/**
 * What the simulator says seldom; a chunk of its own. In place of the simulation, for a check-in that asks everybody on a day of their own; and
 * why a team of enough people is hidden.
 */
import { useMessages } from '../messages.ts'
import { Hidden } from '../ui/hidden.tsx'
import classes from './drafts.module.css'
import type { Simulation } from './draft-queries.ts'
import { draftTexts } from './draft-texts.ts'
import type { Fields } from './fields.ts'
import { restBeside, restText } from './hidden-teams.ts'
import { lifecycleTexts } from './lifecycle-texts.ts'

export function InTurn() {
  const say = useMessages(lifecycleTexts)
  return (
    <section aria-labelledby="simulator" className={classes.simulator}>
      <h3 id="simulator">{say('in_turn')}</h3>
      <p className="quiet small">{say('in_turn_hint')}</p>
    </section>
  )
}

type WhyProps = {
  simulation: Simulation
  channels: Fields['channels']
  team: Simulation['teams'][number]
  /** The group that it counts in. */
  parent: string
}

export function WhyHidden({ simulation, channels, team, parent }: WhyProps) {
  const say = useMessages(draftTexts)
  const rest = restBeside(simulation, channels, team)
  const facts = { team: team.name, people: team.people, parent }
  return (
    <Hidden
      reason={
        rest ? say('never_shown_beside', { ...facts, rest: restText(rest, say) }) : say('never_shown', facts)
      }
    />
  )
}
