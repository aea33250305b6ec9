/** A score: the figure, whether it moved since last time, and its line over the last waves. */
import { IconAlertTriangle, IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { findingTexts } from '../insights/finding-texts.ts'
import { useMessages } from '../messages.ts'
import { isFarApart } from '../ui/far-apart.ts'
import { Sparkline } from '../ui/sparkline.tsx'
import { shortDateOf } from '../ui/time.tsx'
import classes from './home.module.css'
import { homeTexts } from './home-texts.ts'
import { type Score, written } from './score.ts'

export function ScoreCard({ score }: { score: Score }) {
  const say = useMessages(homeTexts)
  const sayFinding = useMessages(findingTexts)
  const { text, kind, value, n, interval, min, max, points, isProblem } = score
  const write = (figure: number): string => written(score, figure)
  const first = points.at(0)
  const last = points.at(-1)
  return (
    <li className={`card ${classes.score}`}>
      <h3>{text}</h3>
      <p className={classes.value}>
        <bdi>{write(value)}</bdi>
        {isProblem && (
          <span className={classes.mood} data-tone="warn">
            <IconAlertTriangle size={14} aria-hidden /> {sayFinding('kind_level')}
          </span>
        )}
      </p>
      <Movement score={score} write={write} />
      <Sparkline points={points} min={min} max={max} height={56} />
      <p className={`quiet small figures ${classes.axis}`}>
        {first && last && first !== last && (
          <span>{say('from_to', { from: shortDateOf(first.at), to: shortDateOf(last.at) })}</span>
        )}
        <span>{say(kind === 'enps' ? 'scale_enps' : 'scale', { min, max })}</span>
      </p>
      <p className="quiet small figures">
        {interval
          ? say('figure_hint', { n, low: write(interval[0]), high: write(interval[1]) })
          : say('answers', { n })}
      </p>
    </li>
  )
}

/** An arrow only where the corrected test tells the change from chance. */
function Movement({ score: { moved, interval }, write }: { score: Score; write: (value: number) => string }) {
  const say = useMessages(homeTexts)
  if (moved === null) return <p className="quiet small">{say('first_time')}</p>
  const before = write(moved.before)
  if (!moved.told)
    return (
      <p className="quiet small figures">
        {/* Beside two figures that look far apart, “no clear change” would contradict them. */}
        {say(isFarApart(moved.before, interval) ? 'may_be_chance' : 'no_change', { before })}
      </p>
    )
  const isUp = moved.difference > 0
  const Icon = isUp ? IconArrowUp : IconArrowDown
  return (
    <p className={classes.moved} data-tone={isUp ? 'above' : 'below'}>
      <Icon size={14} aria-hidden /> {say(isUp ? 'up' : 'down', { before })}
    </p>
  )
}
