/**
 * Exports for programs: flat lists that are read page by page since a time, and the same rows as a file that a job writes. Every row comes
 * from an operation of the API, asked as the caller, so an export shows what its caller may read and hides what the API hides from them.
 */
import type { Static, TObject, TProperties } from 'typebox'
import type { Action } from './authority.ts'
import {
  ActionRow,
  AuditRow,
  CollectionRow,
  CommentRow,
  FigureRow,
  InsightRow,
  ParticipationRow,
  ResultRow,
  TeamRow,
} from './export-rows.ts'
import { id, instant, nothing, nullable, oneOf, page, paging, strict } from './fields.ts'
import { limits } from './limits.ts'
import type { FileReply, Operation } from './operation.ts'
import type { Scope } from './scopes.ts'
import { Type } from './schema.ts'

/** What can be exported, with the shape of its rows. */
export const datasets = {
  collections: CollectionRow,
  results: ResultRow,
  figures: FigureRow,
  participation: ParticipationRow,
  insights: InsightRow,
  actions: ActionRow,
  teams: TeamRow,
  comments: CommentRow,
  audit: AuditRow,
} as const satisfies Record<string, TObject<TProperties>>

export type Dataset = keyof typeof datasets
export type RowOf<D extends Dataset> = Static<(typeof datasets)[D]>
export const datasetNames = Object.keys(datasets) as Dataset[]

/** What narrows a dataset, in its list as in its files. */
const narrowing = {
  released_since: Type.Optional(instant),
  pulse_id: Type.Optional(id('pls')),
  check_in_id: Type.Optional(id('chk')),
  team_id: Type.Optional({
    ...id('tem'),
    description: 'only rows of this team, without the teams under it and without all recipients',
  }),
}
type Narrowing = typeof narrowing

/** Each narrows by the column of its name, where the dataset has it. */
type NarrowingOf<D extends Dataset> = Pick<
  Narrowing,
  Extract<keyof Narrowing, 'released_since' | keyof (typeof datasets)[D]['properties']>
>

/** @returns the properties of a filter that rows of the dataset have */
export const narrowingOf = <D extends Dataset>(dataset: D): NarrowingOf<D> =>
  Object.fromEntries(
    Object.entries(narrowing).filter(
      ([name]) => name === 'released_since' || name in datasets[dataset].properties,
    ),
  ) as NarrowingOf<D>

export const ExportFilter = strict(narrowing, {
  title: 'ExportFilter',
  description:
    'what the list of the dataset takes in its query: rows that match all of it. One that the dataset has no column for is refused',
})
export type ExportFilter = Static<typeof ExportFilter>

const isIncremental = `Rows of one page may be fewer than \`limit\`, or none while \`has_more\` is true. To go on later, send the latest \`released_at\` that you have seen, minus an hour, as \`released_since\`, and replace rows that you get again.`

type Access = { readonly action: Action; readonly scope: readonly Scope[] }

const rows = <
  const I extends string,
  const D extends Dataset,
  const A extends Access,
  const E extends Operation['errors'],
>(
  operationId: I,
  dataset: D,
  about: { summary: string; description: string; errors: E } & A,
) => ({
  id: operationId,
  method: 'GET' as const,
  path: `/api/exports/${dataset}/rows` as const,
  tag: 'Exports' as const,
  caller: 'application' as const,
  action: about.action as A['action'],
  scope: about.scope as A['scope'],
  summary: about.summary,
  description: `${about.description} ${isIncremental}`,
  query: strict({
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: limits.exportPageRowsMax, default: limits.exportPageRowsDefault }),
    ),
    cursor: paging.cursor,
    ...narrowingOf(dataset),
  }),
  status: 200 as const,
  response: page('rows', datasets[dataset]),
  errors: about.errors,
})

const listErrors = ['invalid_cursor'] as const
const results = { action: 'results.read', errors: listErrors } as const

export const listCollectionRows = rows('listCollectionRows', 'collections', {
  action: 'survey.read',
  scope: ['pulses:read'],
  summary: 'List surveys as rows',
  description: 'A row for each pulse and each instance of a check-in that the caller may see, in any state.',
  errors: listErrors,
})

export const listResultRows = rows('listResultRows', 'results', {
  ...results,
  scope: ['pulses:read'],
  summary: 'List results as rows',
  description:
    'The results of closed surveys: a row for each team, question and measure, and for each option with its count. A team or a question that is hidden is one row with `suppressed`.',
})

export const listFigureRows = rows('listFigureRows', 'figures', {
  ...results,
  scope: ['insights:read', 'pulses:read'],
  summary: 'List figures as rows',
  description:
    'The figures behind insights, with their intervals: scores, eNPS, sentiment, drivers and themes, a row for each survey, team and measure. What may not be shown is left out, as in those lists.',
})

export const listParticipationRows = rows('listParticipationRows', 'participation', {
  ...results,
  scope: ['insights:read', 'pulses:read'],
  summary: 'List participation as rows',
  description: 'How many were asked and how many answered, a row for each survey and team.',
})

export const listInsightRows = rows('listInsightRows', 'insights', {
  ...results,
  scope: ['insights:read', 'pulses:read'],
  summary: 'List insights as rows',
  description: 'Insights that are ready, and then those that later ones have superseded.',
})

export const listActionRows = rows('listActionRows', 'actions', {
  ...results,
  scope: ['insights:read'],
  summary: 'List actions as rows',
  description: 'Recommended actions with what became of them.',
})

export const listTeamRows = rows('listTeamRows', 'teams', {
  action: 'directory.read',
  scope: ['teams:read'],
  summary: 'List teams as rows',
  description: 'Teams in use, and then archived ones.',
  errors: listErrors,
})

export const listCommentRows = rows('listCommentRows', 'comments', {
  ...results,
  scope: ['responses:read'],
  summary: 'List comments as rows',
  description:
    'The released comments of closed surveys, in no particular order. It takes `pulses:read` as well, because comments are part of the results.',
})

export const listAuditRows = rows('listAuditRows', 'audit', {
  action: 'audit.follow',
  scope: ['audit:read'],
  summary: 'List the audit log as rows',
  description: 'Oldest first, as the feed of the audit log has it.',
  errors: listErrors,
})

/** The operation that lists the rows of each dataset. */
export const rowOperations = {
  collections: listCollectionRows,
  results: listResultRows,
  figures: listFigureRows,
  participation: listParticipationRows,
  insights: listInsightRows,
  actions: listActionRows,
  teams: listTeamRows,
  comments: listCommentRows,
  audit: listAuditRows,
} as const satisfies Record<Dataset, Operation>

export const exportFormats = ['csv', 'jsonl', 'parquet', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportStates = ['queued', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const

/** Why a job failed. */
export const exportFaults = ['access_ended', 'too_large', 'unexpected'] as const

export const Export = Type.Object(
  {
    id: Type.String(),
    dataset: oneOf(datasetNames),
    format: oneOf(exportFormats),
    gzip: Type.Boolean(),
    filter: ExportFilter,
    state: oneOf(exportStates),
    fault: nullable(
      Type.Unsafe<(typeof exportFaults)[number]>({
        ...oneOf(exportFaults),
        description: 'why it failed: the access it was asked with has ended, or the file would be too large',
      }),
    ),
    rows: Type.Integer({ description: 'written so far' }),
    bytes: Type.Integer({ description: 'the size of the file; 0 until it is ready' }),
    application_id: Type.String(),
    user_id: nullable(Type.String()),
    schedule_id: nullable(Type.String({ description: 'the schedule that created the export' })),
    created_at: instant,
    ended_at: nullable(instant),
    expires_at: nullable(Type.String({ format: 'date-time', description: 'when the file is deleted' })),
  },
  { title: 'Export' },
)

/** The file of an export. */
export type ExportFile = FileReply

/** Of whoever makes exports, once or on a schedule. */
export const access = {
  tag: 'Exports',
  caller: 'application',
  action: 'exports.make',
  scope: ['exports:write'],
} as const
const params = Type.Object({ id: id('xpt') })

export const listExports = {
  id: 'listExports',
  method: 'GET',
  path: '/api/exports',
  ...access,
  summary: 'List exports',
  description:
    'Those that the caller asked for, newest first. An export is listed for 30 days; its file can be downloaded for 24 hours.',
  query: strict({ ...paging, dataset: Type.Optional(oneOf(datasetNames)) }),
  status: 200,
  response: page('exports', Export),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const createExport = {
  id: 'createExport',
  method: 'POST',
  path: '/api/exports',
  ...access,
  rate: 'export',
  summary: 'Export a dataset as a file',
  description: `A job writes the rows that the list of the dataset would give, all from one moment. It reads as the caller and needs the scopes of that list as well; if their access ends before it runs, it fails. A cell of a CSV file that a spreadsheet would run as a formula begins with an apostrophe; the other formats hold every text as it is. At most ${limits.exportsRunningMax} exports of an organisation run at a time, and a file has at most ${limits.exportBytesMax / 1_048_576} MiB.`,
  body: strict(
    {
      dataset: oneOf(datasetNames),
      format: oneOf(exportFormats),
      gzip: Type.Optional(Type.Boolean({ default: false })),
      filter: Type.Optional(ExportFilter),
    },
    { title: 'ExportDraft' },
  ),
  status: 201,
  response: Export,
  errors: ['too_many_exports', 'unprocessable'],
} as const satisfies Operation

export const getExport = {
  id: 'getExport',
  method: 'GET',
  path: '/api/exports/{id}',
  ...access,
  summary: 'Get an export and its progress',
  params,
  status: 200,
  response: Export,
  errors: ['not_found'],
} as const satisfies Operation

export const cancelExport = {
  id: 'cancelExport',
  method: 'DELETE',
  path: '/api/exports/{id}',
  ...access,
  summary: 'Cancel an export, or delete its file',
  params,
  status: 204,
  response: nothing,
  errors: ['not_found'],
} as const satisfies Operation

export const getExportFile = {
  id: 'getExportFile',
  method: 'GET',
  path: '/api/exports/{id}/file',
  ...access,
  summary: 'Download the file of an export',
  description: 'It has an ETag, and is sent in part if the request asks for a range.',
  params,
  status: 200,
  file: true,
  response: Type.Unsafe<ExportFile>({ type: 'string', format: 'binary' }),
  errors: ['not_found', 'export_not_ready', 'export_expired', 'range_not_satisfiable'],
} as const satisfies Operation

export const createExportFileLink = {
  id: 'createExportFileLink',
  method: 'POST',
  path: '/api/exports/{id}/link',
  ...access,
  rate: 'export',
  summary: 'Create a download link for an export',
  description: `For browsers, which send no token with a download. The link works once, for ${limits.exportFileLinkSeconds / 60} minutes. A new link replaces the one before.`,
  params,
  secret: true,
  status: 201,
  response: Type.Object({ url: Type.String(), expires_at: instant }, { title: 'ExportFileLink' }),
  errors: ['not_found', 'export_not_ready', 'export_expired'],
} as const satisfies Operation

export type Export = Static<typeof Export>
export type ExportState = Export['state']
export type ExportFault = NonNullable<Export['fault']>
