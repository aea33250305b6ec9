/** What an import of past surveys reads, and its options. */
import type * as contract from '../../contract/imports.ts'
import type { PastQuestions, PastRow } from '../../contract/imports.ts'
import type { Query } from '../../contract/operation.ts'
import type { Upload } from '../call.ts'
import type { PastAuthor } from '../checkins/checkins.ts'

export type PastSource = {
  upload?: Upload
  rows?: readonly PastRow[]
  questions?: PastQuestions
}

export type PastOptions = Query<typeof contract.importResponses>

export type PastSurveysImport = {
  readonly author: PastAuthor
  readonly source: PastSource
  readonly options: PastOptions
}
