/** In place of the quotes of a theme that has none: why. */
import { useMessages } from '../messages.ts'
import { noQuoteTexts } from './no-quote-texts.ts'
import type { Theme } from './theme.ts'

type Props = { theme: Pick<Theme, 'source' | 'tone'> & { rule?: Theme['rule'] } }

export function NoQuote({ theme }: Props) {
  const say = useMessages(noQuoteTexts)
  return <>{say(reasonOf(theme))}</>
}

/** The rule of a theme in people's own words goes when the answers go. */
function reasonOf({ source, tone, rule }: Props['theme']): 'deleted' | 'in_tone' | 'about_it' {
  if (source === 'emergent' && !rule) return 'deleted'
  return tone === null || tone === 'mixed' ? 'about_it' : 'in_tone'
}
