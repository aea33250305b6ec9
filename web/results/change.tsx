/** Whether a figure has changed since last time: a mark with an arrow where the test says so, else quiet words. */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useMessages } from '../messages.ts'
import type { Measured } from './question-view.ts'
import { changeWords } from './result-words.ts'
import { resultsTexts } from './results-texts.ts'
import classes from './results.module.css'

const arrows = { up: IconArrowUp, down: IconArrowDown }

export function Change({ measured }: { measured: Measured }) {
  const say = useMessages(resultsTexts)
  const { change, news } = measured
  const Arrow = change === 'up' || change === 'down' ? arrows[change] : null
  const { verdict, was } = changeWords(say, measured)
  return (
    <span className={classes.change}>
      <span className={Arrow ? classes.clear : undefined} data-news={Arrow ? news : undefined}>
        {Arrow && <Arrow size="1.2em" aria-hidden />}
        {verdict}
      </span>
      {was !== null && (
        <span className="small figures">
          <span className="visually-hidden">, </span>
          {was}
        </span>
      )}
    </span>
  )
}
