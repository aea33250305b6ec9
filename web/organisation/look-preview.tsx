/** The head of a page as respondents get it, in an organisation's look: drawn here, in both themes at once. */
import { type Accent, grounds } from '../../contract/brand-colours.ts'
import { useMessages } from '../messages.ts'
import classes from './look-preview.module.css'
import type { Organisation } from './organisation-queries.ts'
import { organisationTexts } from './organisation-texts.ts'

const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

type Props = { organisation: Organisation; accents: Record<Theme, Accent> }

export function LookPreview({ organisation, accents }: Props) {
  const say = useMessages(organisationTexts)
  return (
    <div className="stack-tight" role="group" aria-label={say('preview')}>
      {themes.map((theme) => (
        <figure key={theme} className={classes.figure}>
          <figcaption className="quiet small">{say(`preview_${theme}`)}</figcaption>
          <Head organisation={organisation} accent={accents[theme]} theme={theme} />
        </figure>
      ))}
    </div>
  )
}

type HeadProps = { organisation: Organisation; accent: Accent; theme: Theme }

/** Nothing on it can be pressed, and a screen reader has the words beside it. */
function Head({ organisation: { name, logo }, accent: { accent, fill, onFill }, theme }: HeadProps) {
  const say = useMessages(organisationTexts)
  const { ground, surface, text, quiet } = grounds[theme]
  return (
    <div
      className={classes.head}
      style={{ background: ground, color: text }}
      data-look={theme}
      aria-hidden="true"
    >
      <span className={classes.bar} style={{ background: accent }} />
      {logo && <img className={classes.logo} data-theme={theme} src={logo.url} alt="" />}
      <span style={{ color: quiet }}>{say('preview_asks', { organisation: name })}</span>
      <strong className={classes.title}>{say('preview_title')}</strong>
      <span className={classes.card} style={{ background: surface }}>
        <strong style={{ color: accent }}>1</strong>
        <span className={classes.button} style={{ background: fill, color: onFill, borderColor: accent }}>
          {say('colour_sample')}
        </span>
      </span>
    </div>
  )
}
