/** In place of the quotes of a theme that has none: why. */
import { useMessages } from '../messages.ts'
import { noQuoteTexts } from './no-quote-texts.ts'
import type { Theme } from './theme.ts'

type Props = { theme: Pick<Theme, 'source' | 'tone'> & { rule?: Theme['rule']; parts?: Theme['parts'] } }

export function NoQuote({ theme }: Props) {
  const say = useMessages(noQuoteTexts)
  return <>{say(reasonOf(theme))}</>
}

/** Whether the words of a theme have gone with the answers, so that there was a quote and is none. */
export const isForgotten = ({ source, rule }: Pick<Props['theme'], 'source' | 'rule'>): boolean =>
  source === 'emergent' && !rule

/** The rule of a theme in people's own words goes when the answers go. */
function reasonOf({ tone, parts, ...theme }: Props['theme']): 'deleted' | 'in_tone' | 'of_most' | 'about_it' {
  if (isForgotten(theme)) return 'deleted'
  if (tone === null || (parts && parts.negative === parts.other)) return 'about_it'
  return tone === 'mixed' ? 'of_most' : 'in_tone'
}
