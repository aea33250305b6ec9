/** What an import of past surveys is given, and how it shall go about it. */
import { type Mode } from '../../contract/confidentiality.ts'
import { type PastQuestions, type PastRow } from '../../contract/imports.ts'
import { type Upload } from '../call.ts'

export type PastSource = {
  upload?: Upload
  rows?: readonly PastRow[]
  questions?: PastQuestions
}

export type PastOptions = {
  dry_run?: boolean
  check_in_id?: string
  title?: string
  mode?: Mode
  unknown_respondents?: 'pseudonyms' | 'refuse'
  missing_teams?: 'refuse' | 'create' | 'none'
}
