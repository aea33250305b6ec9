/** Which comments a slide shows: those that the page shows of the group, whose writers allow it, and that are read across a room, without gaps. */
import type { ReplyOf } from '../../client/client.ts'
import type { Theme } from '../themes/theme.ts'

type Figure = Pick<ReplyOf<'getPulseResults'>['questions'][number], 'comments'>

const themesMax = 2
const quotesMax = 3
/** Two lines of a slide, in characters. */
const lengthMax = 140

/** What stands where a name or a way to reach somebody was removed (src/text/redact.ts). */
const mask = /\[(?:address|email|link|mention|name|number|phone)\]/

/** Before an audience a gap in a sentence looks like a fault: the page itself shows such comments. */
export const withoutGaps = (quotes: readonly string[]): string[] => quotes.filter((text) => !mask.test(text))

/** Those that the report quotes of a theme come first. Beside many themes there is no room. */
export function quotesFor(themes: readonly Theme[], figures: readonly Figure[]): string[] {
  if (themes.length > themesMax) return []
  // The release gate decided about both: who asked not to be quoted is in neither.
  const released = new Set(figures.flatMap(({ comments = [] }) => comments))
  const quoted = themes.flatMap(({ quotes }) => quotes)
  return withoutGaps([...new Set([...quoted, ...released])])
    .filter((text) => released.has(text) && text.length <= lengthMax)
    .slice(0, quotesMax)
}
