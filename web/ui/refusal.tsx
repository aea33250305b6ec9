/** Why something could not be saved: in a form, where nothing better names the field. */
import { explain } from '../api.ts'
import { isConflict } from '../queries.ts'
import { Alert } from './alert.tsx'
import { useMessages } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'

export const Refusal = ({ error }: { error: unknown }) => {
  const say = useMessages(uiTexts)
  return error ? <Alert tone="bad">{isConflict(error) ? say('conflict') : explain(error)}</Alert> : null
}
