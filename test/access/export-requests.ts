/** Requests about exports: rows, files and schedules. */
import type { Make, Request } from './requests.ts'

const of = (id: string, rest: Omit<Request, 'params'> = {}): Request => ({ params: { id }, ...rest })

const ofTeams = { besides: ['teams:read'] } as const

export const exportRequests: Record<string, Make> = {
  listCollectionRows: () => ({ query: { limit: '2' } }),
  listResultRows: () => ({ query: { limit: '2', released_since: '2026-01-01T00:00:00Z' } }),
  listFigureRows: () => ({ query: { limit: '2' } }),
  listParticipationRows: () => ({ query: { limit: '2' } }),
  listInsightRows: () => ({ query: { limit: '2' } }),
  listActionRows: () => ({ query: { limit: '2' } }),
  listTeamRows: () => ({ query: { limit: '2' } }),
  listCommentRows: () => ({ query: { limit: '2' }, besides: ['pulses:read'] }),
  listAuditRows: () => ({ query: { limit: '2' } }),
  listExports: () => ({ query: { limit: '2', dataset: 'teams' } }),
  createExport: async (it) => {
    await it.noExportRunning()
    return { body: { dataset: 'teams', format: 'csv', gzip: true }, ...ofTeams }
  },
  getExport: async (it, kind) => of(await it.newExport(kind)),
  cancelExport: async (it, kind) => of(await it.newExport(kind)),
  getExportFile: async (it, kind) => of(await it.newExport(kind), ofTeams),
  createExportFileLink: async (it, kind) => of(await it.newExport(kind), ofTeams),
  listExportSchedules: () => ({ query: { limit: '2' } }),
  createExportSchedule: async (it) => {
    await it.noSchedules()
    return {
      body: {
        dataset: 'teams',
        format: 'csv',
        only_new: true,
        every: 'month',
        day: 28,
        time_zone: 'Europe/Berlin',
      },
      ...ofTeams,
    }
  },
  updateExportSchedule: async (it, kind) =>
    of(await it.newSchedule(kind), { body: { day: 3, filter: {} }, ...ofTeams }),
  deleteExportSchedule: async (it, kind) => of(await it.newSchedule(kind)),
}
