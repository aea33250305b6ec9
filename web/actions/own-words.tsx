/** What an action of one's own is called and how it begins: asked where somebody makes it of a finding, and where they change it. */
import { Textarea, TextInput } from '@mantine/core'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import { actionTexts } from './action-texts.ts'

export type WordsDraft = { title: string; firstStep: string }

type Props = {
  draft: WordsDraft
  onChange: (part: Partial<WordsDraft>) => void
  /** Somebody has tried to send it without a title. */
  isMissing: boolean
  errors: Record<string, string>
}

export function OwnWords({ draft, onChange, isMissing, errors }: Props) {
  const say = useMessages(actionTexts)
  return (
    <>
      <TextInput
        label={say('words_title')}
        value={draft.title}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
        error={isMissing && draft.title.trim() === '' ? say('words_title_missing') : errors['/title']}
        maxLength={limits.nameLengthMax}
        data-autofocus
      />
      <Textarea
        label={say('words_first_step')}
        value={draft.firstStep}
        onChange={({ currentTarget }) => onChange({ firstStep: currentTarget.value })}
        error={errors['/first_step']}
        maxLength={limits.textLengthMax}
        rows={2}
      />
    </>
  )
}
