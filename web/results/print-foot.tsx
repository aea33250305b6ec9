/** On paper, the foot of every page: which results these are, what was promised about them, and from how many people on they are shown. */
import { useMessages } from '../messages.ts'
import { promiseOf } from './result-words.ts'
import type { Pledge } from './results-queries.ts'
import { resultsTexts } from './results-texts.ts'
import classes from './results.module.css'

type Props = { title: string; description: string; pledge: Pledge }

/**
 * A child of the page itself, which is laid out as a table on paper: browsers repeat the foot of one. Its text is in an attribute, so that
 * on a screen nobody finds the promise twice.
 */
export const PrintFoot = ({ title, description, pledge }: Props) => {
  const say = useMessages(resultsTexts)
  return (
    <div
      className={classes.foot}
      data-foot={`${title} ·\u00a0${description}\n${promiseOf(say, pledge).join(' ')}`}
    />
  )
}
