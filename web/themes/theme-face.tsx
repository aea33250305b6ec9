/** A theme at a glance: what it is called, how many name it, and how many of them negatively. */
import { IconMoodEmpty, IconMoodSad, IconMoodSmile } from '@tabler/icons-react'
import { driverTexts } from '../drivers/driver-texts.ts'
import { type Say, useMessages } from '../messages.ts'
import { formatPercent } from '../ui/number-format.ts'
import type { Tone } from '../../contract/theme-counts.ts'
import type { Theme, ThemeParts } from './theme.ts'
import { themeTexts } from './theme-texts.ts'
import classes from './themes.module.css'

export const themeName = (
  driver: Say<typeof driverTexts>,
  { id, label, source }: Pick<Theme, 'id' | 'label' | 'source'>,
): string => (source === 'driver' ? driver(id as Parameters<typeof driver>[0]) : label)

const toneIcons: Record<Tone, typeof IconMoodSmile> = {
  positive: IconMoodSmile,
  mostly_positive: IconMoodSmile,
  mixed: IconMoodEmpty,
  mostly_negative: IconMoodSad,
  negative: IconMoodSad,
}

/** Counted parts without a tone are in languages that have none; of parts that are not counted, no tone may be said. */
export const missingTone = ({ parts }: Pick<Theme, 'parts'>) => (parts ? 'tone_unknown' : 'tone_hidden')

/** If nobody names a theme negatively, and not gladly either, “mixed” would name a side that nobody is on. */
export const toneKey = (tone: Tone, parts: Theme['parts']) =>
  tone === 'mixed' && parts?.negative === 0 ? 'tone_neutral' : (`tone_${tone}` as const)

export function ToneMark({ theme: { tone, parts } }: { theme: Theme }) {
  const say = useMessages(themeTexts)
  if (tone === null) return <span className={classes.tone}>{say(missingTone({ parts }))}</span>
  const Icon = toneIcons[tone]
  return (
    <span className={classes.tone} data-tone={tone}>
      <Icon size={16} aria-hidden />
      {say(toneKey(tone, parts))}
    </span>
  )
}

/** Where a part would be one or two people. */
const undivided = { whole: 1 }

type BarProps = {
  theme: Theme
  /** The share that the whole width stands for: that of the longest bar in a list. */
  largest?: number
}

/** As long as the share of those who commented, and divided into who names it negatively, otherwise, and in a language without a tone. */
export function ThemeBar({ theme: { share, parts }, largest = 1 }: BarProps) {
  return (
    <span className={classes.share} data-of={largest === 1 ? 'all' : undefined} aria-hidden="true">
      <span style={{ inlineSize: `${(100 * share) / largest}%` }}>
        {Object.entries(parts ?? undivided).map(
          ([part, count]) => count > 0 && <span key={part} data-part={part} style={{ flex: count }} />,
        )}
      </span>
    </span>
  )
}

/** Whether all who name it are in one part: then the tone says it all. */
export const isOnePart = ({ parts }: Theme): boolean =>
  parts !== null && Object.values(parts).filter((count) => count > 0).length === 1

type ToneProps = {
  theme: Theme
  /** Without counts, where the words around it have them. */
  isBare?: boolean
}

/** “12 of 17 negative”: in words what the bar shows, or why it is not divided. */
export function ThemeTone({ theme, isBare = false }: ToneProps) {
  const say = useMessages(themeTexts)
  const { tone, parts } = theme
  return (
    <span className={classes.told}>
      <ToneMark theme={theme} />
      {!parts && <span className="quiet">{say('part_whole')}</span>}
      {tone !== null && parts && !isBare && (
        <span className={`quiet figures ${classes.counts}`}>
          {say('negative_of', { negative: parts.negative, people: parts.negative + parts.other })}
          {parts.unknown > 0 && ` ·\u00a0${say('not_estimated', { count: parts.unknown })}`}
        </span>
      )}
    </span>
  )
}

/** What the colours of bars mean: of the parts that are there. */
export function ThemeLegend({ themes }: { themes: readonly Theme[] }) {
  const say = useMessages(themeTexts)
  const isPart = (part: keyof ThemeParts): boolean => themes.some(({ parts }) => (parts?.[part] ?? 0) > 0)
  const entries = [
    isPart('negative') && (['negative', 'part_negative'] as const),
    isPart('other') && (['other', 'part_other'] as const),
    isPart('unknown') && (['unknown', 'tone_unknown'] as const),
    themes.some(({ parts }) => parts === null) && (['whole', 'part_whole'] as const),
  ]
  return (
    <ul className={classes.legend} aria-hidden="true">
      {entries.map(
        (entry) =>
          entry && (
            <li key={entry[0]}>
              <span data-part={entry[0]} />
              {say(entry[1])}
            </li>
          ),
      )}
    </ul>
  )
}

type FaceProps = BarProps & {
  /** Says of how many commented that is: on a slide, where nothing else does. */
  isWhole?: boolean
  /** On a slide no line says that there is no tone. */
  isToneShown?: boolean
}

export function ThemeFace({ theme, largest, isWhole = false, isToneShown = true }: FaceProps) {
  const say = useMessages(themeTexts)
  const driver = useMessages(driverTexts)
  const { share, people, n } = theme
  return (
    <>
      <span className={classes.line}>
        <span className={classes.name}>{themeName(driver, theme)}</span>
        <span className={`figures ${classes.count}`}>
          {say(isWhole ? 'theme_share_of' : 'theme_share', { share: formatPercent(share), people, n })}
        </span>
      </span>
      <ThemeBar theme={theme} largest={largest} />
      {isToneShown && <ThemeTone theme={theme} isBare={isWhole && isOnePart(theme)} />}
    </>
  )
}
