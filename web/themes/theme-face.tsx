/** A theme at a glance: what it is called, how many name it, and in which tone. */
import { IconMoodEmpty, IconMoodSad, IconMoodSmile } from '@tabler/icons-react'
import { driverTexts } from '../drivers/driver-texts.ts'
import { type Say, useMessages } from '../messages.ts'
import { formatPercent } from '../ui/number-format.ts'
import type { Theme, Tone } from './theme.ts'
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

export function ToneMark({ tone }: Pick<Theme, 'tone'>) {
  const say = useMessages(themeTexts)
  if (tone === null) return <span className={classes.tone}>{say('tone_unknown')}</span>
  const Icon = toneIcons[tone]
  return (
    <span className={classes.tone} data-tone={tone}>
      <Icon size={16} aria-hidden />
      {say(`tone_${tone}`)}
    </span>
  )
}

export function ThemeFace({ theme }: { theme: Theme }) {
  const say = useMessages(themeTexts)
  const driver = useMessages(driverTexts)
  const { share, people, tone } = theme
  return (
    <>
      <span className={classes.line}>
        <span className={classes.name}>{themeName(driver, theme)}</span>
        <span className={`figures ${classes.count}`}>
          {say('theme_share', { share: formatPercent(share), people })}
        </span>
      </span>
      <span className={classes.share} aria-hidden="true">
        <span style={{ inlineSize: `${100 * share}%` }} />
      </span>
      <ToneMark tone={tone} />
    </>
  )
}
