/** Imports from a file: the directory or a part of it, and past surveys that were run elsewhere. */
import type { Static } from 'typebox'
import { modes } from './confidentiality.ts'
import { id, nullable, oneOf, strict } from './fields.ts'
import { type ImportColumn, importColumns, importMedia } from './import-columns.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { type AnyMembers, anyMembers, questionId, questionTypes, wording } from './questions.ts'
import { resultsStates } from './states.ts'
import { QuestionTranslation, tag } from './translations.ts'
import { Type } from './schema.ts'

const cell = Type.Optional(nullable(Type.String({ maxLength: limits.textLengthMax })))

/** A row in JSON. An absent member stays unchanged; null and the empty string remove the value. */
export const ImportRow = Type.Object(
  Object.fromEntries(importColumns.map((column) => [column, cell])) as Record<ImportColumn, typeof cell>,
  {
    title: 'ImportRow',
    patternProperties: {
      '^attributes\\.[A-Za-z][A-Za-z0-9_-]{0,63}$': nullable(Type.String({ maxLength: 200 })),
    },
    additionalProperties: false,
  },
)

const change = Type.Object(
  {
    line: nullable(Type.Integer({ description: 'null for a member who is not in the file' })),
    action: oneOf(['create', 'update', 'deactivate']),
    member_id: nullable(Type.String()),
    name: Type.String(),
    fields: Type.Record(
      Type.String(),
      Type.Object({ from: nullable(Type.String()), to: nullable(Type.String()) }),
    ),
  },
  { title: 'ImportChange' },
)

export const Import = Type.Object(
  {
    dry_run: Type.Boolean(),
    rows: Type.Integer(),
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    deactivated: Type.Integer({
      description: 'the number of members deactivated because they are not in the file',
    }),
    teams_created: Type.Integer(),
    memberships_added: Type.Integer(),
    memberships_removed: Type.Integer(),
    addresses_pending: Type.Integer({
      description: 'the number of new addresses that count once their owners have confirmed them',
    }),
    changes: Type.Array(change, { description: `at most the first ${limits.importChangesShownMax}` }),
    changes_truncated: Type.Boolean(),
  },
  { title: 'Import' },
)

const flag = Type.Optional(Type.Boolean({ default: false }))

export const importDirectory = {
  id: 'importDirectory',
  method: 'POST',
  path: '/api/imports',
  tag: 'Members',
  summary: 'Import members and teams',
  description: `Send CSV or one JSON object per line, which are streamed, with up to ${limits.importRowsMax} rows and ${limits.importBytesMax} bytes; or a JSON object within the usual body limits. Either all rows are imported or none. Importing the same file again changes nothing, so the two streamed formats take no Idempotency-Key. A person who signed in more than ${limits.freshSignInSeconds / 60} minutes ago cannot deactivate more than ${limits.removalsStaleMax} members within an hour, nor take more than ${limits.removalsStaleMax} out of teams, by one file or several (fresh_sign_in_required); an application by itself is not affected.`,
  caller: 'application',
  action: 'directory.change',
  scope: ['teams:write'],
  rate: 'bulk',
  query: strict({
    dry_run: flag,
    missing: Type.Optional(
      Type.Unsafe<'keep' | 'deactivate'>({
        type: 'string',
        enum: ['keep', 'deactivate'],
        default: 'keep',
        description: 'what happens to members with an external_id who are not in the file',
      }),
    ),
    confirm_deactivate: flag,
  }),
  body: strict({ rows: Type.Array(ImportRow, { maxItems: limits.importRowsMax }) }),
  upload: { media: Object.values(importMedia), bytesMax: limits.importBytesMax },
  status: 200,
  response: Import,
  errors: [
    'import_running',
    'conflict',
    'managed_by_directory',
    'import_refused',
    'unprocessable',
    'unavailable',
    'last_admin',
    'fresh_sign_in_required',
  ],
} as const satisfies Operation

/** The columns of past answers and the members of a row; each row is one answer. `q` is an alias of `question`; `rating_raw` is ignored. */
export const pastColumns = [
  'period',
  'respondent',
  'team',
  'question',
  'q',
  'rating',
  'scale',
  'scale_max',
  'rating_raw',
  'choice',
  'text',
] as const

export type PastColumn = (typeof pastColumns)[number]

export const numericPastColumns: ReadonlySet<string> = new Set([
  'rating',
  'scale',
  'scale_max',
  'rating_raw',
  'period',
])

const answerText = Type.Optional(nullable(Type.String({ maxLength: limits.answerLengthMax })))
const figure = Type.Optional(
  Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'], maxLength: 40 }),
)

export const PastRow = Type.Object(
  Object.fromEntries(
    pastColumns.map((column) => [column, numericPastColumns.has(column) ? figure : answerText]),
  ) as Record<PastColumn, typeof figure>,
  { title: 'PastRow', additionalProperties: false },
)

type PastMembers = Omit<AnyMembers, 'text'> & {
  text?: string | string[]
  translations?: Record<string, QuestionTranslation>
}

/** The definition of a question that a file refers to by a key: only its wordings, or any members of a question. */
export const PastQuestion = Type.Union(
  [
    Type.Array(wording, { minItems: 1, maxItems: 20 }),
    Type.Unsafe<PastMembers>(
      Type.Partial(
        strict({
          ...anyMembers,
          id: questionId,
          type: oneOf(questionTypes.filter((type) => type !== 'ranking')),
          text: Type.Union([wording, Type.Array(wording, { minItems: 1, maxItems: 20 })]),
          translations: Type.Record(Type.String({ pattern: tag }), QuestionTranslation, {
            maxProperties: limits.translationsMax,
            additionalProperties: false,
            description:
              'by language, such as `de`: what people read who were asked in it. Choices may be in the words of any of them',
          }),
        }),
        { additionalProperties: false },
      ),
    ),
  ],
  { title: 'PastQuestion' },
)

export const PastQuestions = Type.Record(Type.String({ minLength: 1, maxLength: 200 }), PastQuestion, {
  title: 'PastQuestions',
  maxProperties: limits.pastQuestionsMax,
})

export const PastImport = Type.Object(
  {
    dry_run: Type.Boolean(),
    check_in_id: nullable(Type.String({ description: 'null in a dry run that would create it' })),
    rows: Type.Integer(),
    instances_created: Type.Integer(),
    instances_unchanged: Type.Integer({
      description: 'dates for which the check-in already had an instance',
    }),
    respondents: Type.Integer({ description: 'the number of respondents in the created instances' }),
    members_matched: Type.Integer({ description: 'how many of these respondents are members' }),
    answers: Type.Integer(),
    teams_created: Type.Integer(),
    left_out: Type.Integer({ description: 'the number of rows without an answer' }),
    left_out_first: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() })),
    instances: Type.Array(
      Type.Object({
        period: Type.String(),
        local_date: Type.String(),
        state: oneOf(['created', 'unchanged']),
        check_in_instance_id: nullable(Type.String()),
        questions: Type.Integer(),
        respondents: Type.Integer(),
        results_status: nullable(oneOf(resultsStates)),
      }),
    ),
    questions: Type.Array(
      Type.Object({ id: Type.String(), type: oneOf(questionTypes), text: Type.String() }),
      { description: 'the questions that the keys of the file became' },
    ),
  },
  { title: 'PastImport' },
)

export const importResponses = {
  id: 'importResponses',
  method: 'POST',
  path: '/api/imports/responses',
  tag: 'Check-ins',
  summary: 'Import past surveys',
  description: `Past answers become closed instances of a check-in, one per period, with results and insights under the same confidentiality rules as any other. Send CSV or one JSON object per line, the first of which may be {"questions": {…}}, with up to ${limits.pastRowsMax} rows and ${limits.pastBytesMax} bytes; or a JSON object within the usual body limits. If any row is invalid, nothing is imported. Dates that already have an instance are skipped, so importing the same file again adds nothing. Each instance is written completely or not at all.`,
  caller: 'user',
  action: 'history.import',
  scope: ['checkins:write'],
  rate: 'bulk',
  query: strict({
    dry_run: flag,
    check_in_id: Type.Optional(id('chk')),
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: limits.nameLengthMax,
        description:
          'without check_in_id: the caller’s check-in with this title, which is created and paused if there is none',
      }),
    ),
    language: Type.Optional(
      Type.String({
        pattern: tag,
        description:
          'for a check-in that is created: the main language, that of `text` of its questions; the default is the organisation’s',
      }),
    ),
    mode: Type.Optional({
      ...oneOf(modes),
      description:
        'for a check-in that is created: what respondents were promised. The default is confidential; anonymous is refused',
    }),
    unknown_respondents: Type.Optional({
      ...oneOf(['pseudonyms', 'refuse']),
      default: 'pseudonyms',
      description: 'what to do with respondents who match no member’s external_id or e-mail address',
    }),
    missing_teams: Type.Optional({
      ...oneOf(['refuse', 'create', 'none']),
      default: 'refuse',
      description: '`create` also requires teams:write; with `none` their people count in no team',
    }),
  }),
  body: strict({
    questions: Type.Optional(PastQuestions),
    rows: Type.Array(PastRow, { maxItems: limits.pastRowsMax }),
  }),
  upload: { media: Object.values(importMedia), bytesMax: limits.pastBytesMax },
  status: 200,
  response: PastImport,
  errors: [
    'role_required',
    'not_found',
    'not_the_author',
    'check_in_ended',
    'import_running',
    'import_refused',
    'unprocessable',
    'unavailable',
  ],
} as const satisfies Operation

export type PastRow = Static<typeof PastRow>
export type PastQuestion = Static<typeof PastQuestion>
export type PastQuestions = Static<typeof PastQuestions>
export type PastImport = Static<typeof PastImport>
export type ImportRow = Static<typeof ImportRow>
export type Import = Static<typeof Import>
export type ImportChange = Static<typeof change>
