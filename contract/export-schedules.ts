/**
 * Exports that come again, every week or every month: a schedule belongs to its caller, and each file of it is an export of theirs
 * (exports.ts), written with what they may read by then.
 */
import type { Static } from 'typebox'
import { access, datasetNames, ExportFilter, exportFormats } from './exports.ts'
import { id, instant, nothing, nullable, oneOf, page, paging, strict, timeZone } from './fields.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

export const exportRhythms = ['week', 'month'] as const

/** stopped: it writes nothing more, and its reason says why. */
export const exportScheduleStates = ['active', 'stopped'] as const
export const exportStopReasons = ['access_ended'] as const
export type ExportStopReason = (typeof exportStopReasons)[number]

const lastWeekday = 7
/** Every month has it. */
const lastMonthday = 28

const time = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: 'the time in the time zone, such as 06:00',
})

export const ExportSchedule = Type.Object(
  {
    id: Type.String(),
    dataset: oneOf(datasetNames),
    format: oneOf(exportFormats),
    gzip: Type.Boolean(),
    filter: ExportFilter,
    only_new: Type.Boolean(),
    every: oneOf(exportRhythms),
    day: Type.Integer(),
    time: Type.String(),
    time_zone: Type.String(),
    state: oneOf(exportScheduleStates),
    stopped_reason: nullable(
      Type.Unsafe<ExportStopReason>({
        ...oneOf(exportStopReasons),
        description: 'access_ended: whoever scheduled it may no longer read the dataset',
      }),
    ),
    next_at: nullable(
      Type.Unsafe<string>({
        ...instant,
        description: 'when the next file is written; null where it is stopped',
      }),
    ),
    last_at: nullable(
      Type.Unsafe<string>({ ...instant, description: 'when the last file that was written was asked for' }),
    ),
    application_id: Type.String(),
    user_id: nullable(Type.String()),
    created_at: instant,
    version: Type.Integer(),
  },
  { title: 'ExportSchedule' },
)

const rhythm = {
  every: oneOf(exportRhythms),
  day: Type.Integer({
    minimum: 1,
    maximum: lastMonthday,
    description: `the day of the week (1 is Monday, ${lastWeekday} Sunday) or of the month (1 to ${lastMonthday})`,
  }),
}

const onlyNew =
  'each file has everything released since the file before, minus an hour; the first has everything that matches'

const defaults = {
  gzip: Type.Optional(Type.Boolean({ default: false })),
  filter: Type.Optional(ExportFilter),
  only_new: Type.Optional(Type.Boolean({ default: false, description: onlyNew })),
  time: Type.Optional({ ...time, default: '06:00' }),
  time_zone: Type.Optional(timeZone),
}

export const ExportSchedulePatch = strict(
  {
    format: Type.Optional(oneOf(exportFormats)),
    gzip: Type.Optional(Type.Boolean()),
    filter: Type.Optional(ExportFilter),
    only_new: Type.Optional(Type.Boolean({ description: onlyNew })),
    every: Type.Optional(rhythm.every),
    day: Type.Optional(rhythm.day),
    time: Type.Optional(time),
    time_zone: Type.Optional(timeZone),
  },
  { title: 'ExportSchedulePatch', minProperties: 1 },
)

export const listExportSchedules = {
  id: 'listExportSchedules',
  method: 'GET',
  path: '/api/export-schedules',
  ...access,
  summary: 'List scheduled exports',
  description: 'Those of the caller, newest first. One that was stopped is listed for 30 days.',
  query: strict(paging),
  status: 200,
  response: page('export_schedules', ExportSchedule),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const createExportSchedule = {
  id: 'createExportSchedule',
  method: 'POST',
  path: '/api/export-schedules',
  ...access,
  summary: 'Export a dataset every week or month',
  description: `At each time an export is made as \`POST /api/exports\` makes it, as the caller, with what they may do by then; \`export.ready\` tells when its file can be fetched. Once the caller may no longer read the dataset, the schedule is stopped. A caller has at most ${limits.exportSchedulesMax}.`,
  body: strict(
    { dataset: oneOf(datasetNames), format: oneOf(exportFormats), ...rhythm, ...defaults },
    { title: 'ExportScheduleDraft' },
  ),
  status: 201,
  response: ExportSchedule,
  errors: ['unprocessable'],
} as const satisfies Operation

export const updateExportSchedule = {
  id: 'updateExportSchedule',
  method: 'PATCH',
  path: '/api/export-schedules/{id}',
  ...access,
  summary: 'Change a scheduled export',
  description:
    'A `filter` replaces the one before. The next file is written with what the caller may do now, and one that was stopped goes on. For another dataset, make another schedule.',
  params: Type.Object({ id: id('xps') }),
  body: ExportSchedulePatch,
  status: 200,
  response: ExportSchedule,
  errors: ['not_found', 'unprocessable', 'precondition_failed'],
} as const satisfies Operation

export const deleteExportSchedule = {
  id: 'deleteExportSchedule',
  method: 'DELETE',
  path: '/api/export-schedules/{id}',
  ...access,
  summary: 'Delete a scheduled export',
  description: 'Files that were written stay until they expire.',
  params: Type.Object({ id: id('xps') }),
  status: 204,
  response: nothing,
  errors: ['not_found'],
} as const satisfies Operation

export type ExportSchedule = Static<typeof ExportSchedule>
export type ExportRhythm = ExportSchedule['every']
