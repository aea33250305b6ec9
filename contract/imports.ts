/** Imports: the whole directory, or a part of it, by one file. All of it is taken, or nothing. */
import { Type, type Static } from 'typebox'
import { nullable, oneOf, strict } from './fields.ts'
import { limits } from './limits.ts'
import { type Operation } from './operation.ts'

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

export type ImportRow = Static<typeof ImportRow>
export type Import = Static<typeof Import>
export type ImportChange = Static<typeof change>
