/** The act of a draft: to look at it once more before anybody is asked. Ctrl+Enter does the same, also where somebody types. */
import { Button } from '@mantine/core'
import { useMessages } from '../messages.ts'
import { isApple } from '../place.ts'
import { usePageKeys } from '../ui/page-keys.ts'
import { draftTexts } from './draft-texts.ts'
import { asksSomebody, type Fields } from './fields.ts'

type Props = {
  text: string
  fields: Fields
  /** Something is wrong with it, or not written yet. */
  isFaulty: boolean
  onReview: () => void
}

export function ReviewButton({ text, fields, isFaulty, onReview }: Props) {
  const say = useMessages(draftTexts)
  usePageKeys([{ key: 'mod+Enter', label: text, run: () => !isFaulty && onReview() }])
  return (
    <Button
      variant={asksSomebody(fields) ? 'filled' : 'default'}
      disabled={isFaulty}
      title={isApple ? '⌘Enter' : say('review_key')}
      aria-keyshortcuts={isApple ? 'Meta+Enter' : 'Control+Enter'}
      onClick={onReview}
    >
      {text}
    </Button>
  )
}
