/** In place of the simulation, for a check-in that asks everybody on a day of their own; a chunk of its own. */
import { useMessages } from '../messages.ts'
import { lifecycleTexts } from './lifecycle-texts.ts'
import classes from './drafts.module.css'

export function InTurn() {
  const say = useMessages(lifecycleTexts)
  return (
    <section aria-labelledby="simulator" className={classes.simulator}>
      <h3 id="simulator">{say('in_turn')}</h3>
      <p className="quiet small">{say('in_turn_hint')}</p>
    </section>
  )
}
