/** A field for a day: the browser's own, and below it the day in words where the browser writes it otherwise than the page. */
import { TextInput, type TextInputProps } from '@mantine/core'
import { locale } from '../messages.ts'
import { dateWords } from './date-words.ts'

type Props = Omit<TextInputProps, 'type' | 'value' | 'description'> & { value: string }

export const DateField = ({ value, ...props }: Props) => (
  <TextInput
    {...props}
    type="date"
    value={value}
    description={dateWords(value, locale, undefined)}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
  />
)
