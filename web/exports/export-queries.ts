/** What pages read and write about exports: files, and those that come again. */
import type { BodyOf, QueryOf, ReplyOf } from '../../client/client.ts'
import { asUser } from '../as-user.ts'
import { readPages, useList, useWrite } from '../queries.ts'

export type Export = ReplyOf<'getExport'>
export type ExportDraft = BodyOf<'createExport'>
export type ScheduleDraft = BodyOf<'createExportSchedule'>
export type Schedule = ReplyOf<'createExportSchedule'>

export const exportFormats = [
  'csv',
  'xlsx',
  'jsonl',
  'parquet',
] as const satisfies readonly Export['format'][]

type Filter = Pick<NonNullable<QueryOf<'listExports'>>, 'dataset'>

export const exportPages = (query: Filter) => readPages(asUser, 'listExports', { query })

const pollMs = 2_000

export const isUnderWay = ({ state }: Export): boolean => state === 'queued' || state === 'running'

export const useExports = (query: Filter) =>
  useList(
    {
      ...exportPages(query),
      refetchInterval: ({ state: { data } }) =>
        data?.pages.some(({ exports }) => exports.some(isUnderWay)) ? pollMs : false,
    },
    ({ exports }) => exports,
  )

export const schedulePages = readPages(asUser, 'listExportSchedules', {})

export const useSchedules = () => useList(schedulePages, ({ export_schedules }) => export_schedules)

export const useExportCreation = (onDone: () => void) =>
  useWrite({
    send: (body: ExportDraft) => asUser.call('createExport', { body }),
    changes: ['listExports'],
    onDone,
  })

export const useScheduleCreation = (onDone: () => void) =>
  useWrite({
    send: (body: ScheduleDraft) => asUser.call('createExportSchedule', { body }),
    changes: ['listExportSchedules'],
    onDone,
  })

type SchedulePatch = { schedule: Schedule; body: BodyOf<'updateExportSchedule'> }

export const useScheduleChange = (onDone: () => void) =>
  useWrite({
    send: ({ schedule: { id, version }, body }: SchedulePatch) =>
      asUser.call('updateExportSchedule', { params: { id }, body, ifMatch: version }),
    changes: ['listExportSchedules'],
    onDone,
  })

type Callbacks<T> = { onDone?: (reply: T) => void; onFailed: (error: Error) => void }

/** An address that works once, for the browser to download from. */
export const useDownload = (callbacks: Callbacks<{ url: string }>) =>
  useWrite({
    send: (id: string) => asUser.call('createExportFileLink', { params: { id } }),
    changes: [],
    ...callbacks,
  })

export const useExportCancelling = (callbacks: Callbacks<unknown>) =>
  useWrite({
    send: (id: string) => asUser.call('cancelExport', { params: { id } }),
    changes: ['listExports'],
    ...callbacks,
  })

export const useScheduleDeletion = (onDone: () => void) =>
  useWrite({
    send: (id: string) => asUser.call('deleteExportSchedule', { params: { id } }),
    changes: ['listExportSchedules'],
    onDone,
  })
