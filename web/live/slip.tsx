/** The slips of an envelope, in the language of those who draw them: not that of the workspace, but any that the answer page speaks. */
import { encode } from 'uqr'
import { directionOf, formatterOf, localeOf } from '../../locales/format.ts'
import { type SlipTexts, slips as texts } from '../../locales/slips.ts'
import { readersZone } from '../reader.ts'
import type { Slips } from './code-queries.ts'
import classes from './codes.module.css'

type Props = { slips: Slips; pool: Slips['pools'][number]; language: string; organisation: string }

export function Envelope({ slips, pool, language, organisation }: Props) {
  const say = formatterOf<SlipTexts>(localeOf(language), texts[language])
  const title = slips.titles[language]
  return (
    <ul className={classes.sheet} lang={language} dir={directionOf(language)}>
      {pool.codes.map(({ code, url }) => (
        <li key={code} className={classes.slip}>
          <QrCode text={url} />
          <div>
            <p className={classes.asker}>{say('from', { organisation })}</p>
            <p
              className={classes.of}
              dir="auto"
              {...(title === undefined && slips.language !== null && { lang: slips.language })}
            >
              {title ?? slips.title}
            </p>
            <p className={classes.team}>
              {pool.team_name === null ? say('of_everyone') : say('of_team', { team: pool.team_name })}
            </p>
            <p className={classes.address}>
              <bdi dir="ltr">{slips.address.replace(/^https?:\/\//, '')}</bdi>
            </p>
            {/* Right above the code: what follows it is what somebody types. */}
            <p>{say('enter')}</p>
          </div>
          <p className={classes.code}>
            <bdi dir="ltr">{code}</bdi>
          </p>
          <p className={classes.small}>
            {slips.closes_at !== null && say('until', { when: endIn(language, slips.closes_at) })}{' '}
            {say('once')} {say('promise')}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** In the zone of whoever prints it, by its name: who draws the slip may be in another. Arabic has no short names of zones but UTC's. */
const endIn = (language: string, instant: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    timeZone: readersZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: language === 'ar' && readersZone !== 'UTC' ? 'shortGeneric' : 'short',
  }).format(new Date(instant))

/** Paper is folded and stained: with the correction of level M. */
function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden>
      <path d={squares.join('')} />
    </svg>
  )
}
