/** Imports: the directory, or a part of it, by one file; and what was asked before this service was. */
import { Type, type Static } from 'typebox'
import { modes } from './confidentiality.ts'
import { id, nullable, oneOf, strict } from './fields.ts'
import { limits } from './limits.ts'
import { type Operation } from './operation.ts'
import { type AnyMembers, anyMembers, questionId, questionTypes, wording } from './questions.ts'
import { resultsStates } from './states.ts'

/** Columns of a file, and members of a row; beside them `attributes.<name>`. */
export const importColumns = [
  'name',
  'email',
  'external_id',
  'locale',
  'time_zone',
  'manager',
  'teams',
  'role',
  'status',
  'quiet_hours',
  'slack',
] as const

export type ImportColumn = (typeof importColumns)[number]

export const attributePrefix = 'attributes.'

const cell = Type.Optional(nullable(Type.String({ maxLength: limits.textLengthMax })))

/** A row in JSON: what is absent stays as it is, null and the empty text mean that there is no value. */
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

export const importMedia = { csv: 'text/csv', lines: 'application/x-ndjson' } as const

const change = Type.Object(
  {
    line: nullable(Type.Integer({ description: 'null: somebody whom the file does not name' })),
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
    deactivated: Type.Integer({ description: 'of those whom the file does not name' }),
    teams_created: Type.Integer(),
    memberships_added: Type.Integer(),
    memberships_removed: Type.Integer(),
    changes: Type.Array(change, { description: `the first ${limits.importChangesShownMax}` }),
    changes_truncated: Type.Boolean(),
  },
  { title: 'Import' },
)

const yesNo = Type.Optional(Type.Boolean({ default: false }))

export const importDirectory = {
  id: 'importDirectory',
  method: 'POST',
  path: '/api/imports',
  tag: 'Members',
  summary: 'Import members and teams',
  description: `CSV or one JSON object a line, read as it arrives: up to ${limits.importRowsMax} rows and ${limits.importBytesMax} bytes; or a JSON object within the limits of every body. All rows are taken, or none. The same file again changes nothing, so the two streamed forms take no Idempotency-Key.`,
  caller: 'application',
  scope: ['teams:write'],
  rate: 'bulk',
  query: strict({
    dry_run: yesNo,
    missing: Type.Optional(
      Type.Unsafe<'keep' | 'deactivate'>({
        type: 'string',
        enum: ['keep', 'deactivate'],
        default: 'keep',
        description: 'what becomes of members with an external_id that the file does not name',
      }),
    ),
    confirm_deactivate: yesNo,
  }),
  body: strict({ rows: Type.Array(ImportRow, { maxItems: limits.importRowsMax }) }),
  upload: { media: Object.values(importMedia), bytesMax: limits.importBytesMax },
  status: 200,
  response: Import,
  errors: ['conflict', 'import_refused', 'unprocessable', 'unavailable'],
} as const satisfies Operation

/** Columns of past answers, and members of a row: one answer a row. `q` is `question`, and `rating_raw` is not read. */
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

export const pastNumbers: ReadonlySet<string> = new Set([
  'rating',
  'scale',
  'scale_max',
  'rating_raw',
  'period',
])

const words = Type.Optional(nullable(Type.String({ maxLength: limits.answerLengthMax })))
const figure = Type.Optional(
  Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'], maxLength: 40 }),
)

export const PastRow = Type.Object(
  Object.fromEntries(
    pastColumns.map((column) => [column, pastNumbers.has(column) ? figure : words]),
  ) as Record<PastColumn, typeof figure>,
  { title: 'PastRow', additionalProperties: false },
)

type PastMembers = Omit<AnyMembers, 'text'> & { text?: string | string[] }

/** What is known of a question that a file names by a key: its wordings alone, or any members of a question. */
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
    check_in_id: nullable(Type.String({ description: 'null: a dry run would make it' })),
    rows: Type.Integer(),
    instances_created: Type.Integer(),
    instances_unchanged: Type.Integer({ description: 'dates that the check-in had an instance for' }),
    respondents: Type.Integer({ description: 'of the instances created' }),
    members_matched: Type.Integer({ description: 'of those respondents' }),
    answers: Type.Integer(),
    teams_created: Type.Integer(),
    left_out: Type.Integer({ description: 'rows that say nothing to their question' }),
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
      { description: 'as which the keys of the file were read' },
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
  description: `Past answers become closed instances of a check-in, one for each period, with results and insights through the same gate as all others. CSV or one JSON object a line, of which the first may be {"questions": {…}}: up to ${limits.pastRowsMax} rows and ${limits.pastBytesMax} bytes; or a JSON object within the limits of every body. With a fault in any row nothing is done; a date that has its instance is left alone, so the same file again adds nothing. Each instance is written whole or not at all.`,
  caller: 'user',
  scope: ['checkins:write'],
  rate: 'bulk',
  query: strict({
    dry_run: yesNo,
    check_in_id: Type.Optional(id('chk')),
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: limits.nameLengthMax,
        description:
          'without check_in_id: the caller’s check-in of this title; made, and paused, where there is none',
      }),
    ),
    mode: Type.Optional({
      ...oneOf(modes),
      description:
        'of a check-in that is made: what respondents were promised; confidential unless given. Anonymous is refused',
    }),
    unknown_respondents: Type.Optional({
      ...oneOf(['pseudonyms', 'refuse']),
      default: 'pseudonyms',
      description: 'respondents that are no member’s external_id or address',
    }),
    missing_teams: Type.Optional({
      ...oneOf(['refuse', 'create', 'none']),
      default: 'refuse',
      description: 'create needs teams:write as well; none: their people count in no team',
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
    'not_found',
    'not_the_author',
    'check_in_ended',
    'conflict',
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
