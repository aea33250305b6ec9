/** Why something could not be saved: in a form, where nothing better names the field. */
import { explain } from '../api.ts'
import { isConflict } from '../queries.ts'
import { Alert } from './alert.tsx'
import { useMessages } from '../messages.ts'

export const Refusal = ({ error }: { error: unknown }) => {
  const say = useMessages('ui')
  return error ? <Alert tone="bad">{isConflict(error) ? say('conflict') : explain(error)}</Alert> : null
}
