/** Whether a figure has changed since last time, with an arrow where the test says so. */
import { IconArrowDown, IconArrowUp, IconMinus } from '@tabler/icons-react'
import { useMessages } from '../messages.ts'
import type { Measured } from './question-view.ts'
import { changeText } from './result-words.ts'
import { resultsTexts } from './results-texts.ts'
import classes from './results.module.css'

const arrows = { up: IconArrowUp, down: IconArrowDown, unclear: IconMinus }

export function Change({ measured }: { measured: Measured }) {
  const say = useMessages(resultsTexts)
  const { change, news } = measured
  const Arrow = change && arrows[change]
  return (
    <span className={classes.change} data-news={change === 'up' || change === 'down' ? news : undefined}>
      {Arrow && <Arrow size={16} aria-hidden />}
      <span>{changeText(say, measured)}</span>
    </span>
  )
}
