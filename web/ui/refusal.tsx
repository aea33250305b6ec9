/** Why something could not be saved: in a form, where nothing better names the field. */
import { explain } from '../api.ts'
import { isConflict } from '../queries.ts'
import { Alert } from './alert.tsx'

export const Refusal = ({ error }: { error: unknown }) =>
  error ? (
    <Alert tone="bad">
      {isConflict(error)
        ? 'Somebody else has saved in the meantime. Read the page anew, and see what is there now.'
        : explain(error)}
    </Alert>
  ) : null
