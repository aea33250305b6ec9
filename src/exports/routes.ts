/** Exports over HTTP: lists of rows, jobs, and the file behind a link. */
import * as contract from '../../contract/exports.ts'
import * as scheduleContract from '../../contract/export-schedules.ts'
import type { Row } from '../../contract/export-rows.ts'
import type { Dataset } from '../../contract/exports.ts'
import type { Page } from '../../contract/fields.ts'
import type { Call } from '../call.ts'
import { type Api, route } from '../http/route.ts'
import * as exports from './exports.ts'
import * as schedules from './schedules.ts'
import { listRows, sources } from './rows.ts'
import type { Source } from './source.ts'

/** The operations of all datasets take the same input. */
type RowsCall = Pick<Call<typeof contract.listResultRows>, 'tx' | 'actor' | 'query' | 'now'>

export function exportRoutes(api: Api): void {
  const { addresses, clock } = api
  const door = { addresses, clock }
  const rowsOf =
    <R extends Row>(dataset: Dataset, lists: readonly Source<R>[]) =>
    ({ query, tx, actor, now }: RowsCall): Promise<Page<'rows', R>> =>
      listRows({ api: door, tx, actor, now }, { dataset, lists }, query)
  route(api, contract.listCollectionRows, rowsOf('collections', sources.collections))
  route(api, contract.listResultRows, rowsOf('results', sources.results))
  route(api, contract.listFigureRows, rowsOf('figures', sources.figures))
  route(api, contract.listParticipationRows, rowsOf('participation', sources.participation))
  route(api, contract.listInsightRows, rowsOf('insights', sources.insights))
  route(api, contract.listActionRows, rowsOf('actions', sources.actions))
  route(api, contract.listTeamRows, rowsOf('teams', sources.teams))
  route(api, contract.listCommentRows, rowsOf('comments', sources.comments))
  route(api, contract.listAuditRows, rowsOf('audit', sources.audit))
  route(api, contract.listExports, exports.listExports)
  route(api, contract.createExport, (call) => exports.createExport(door, call))
  route(api, contract.getExport, exports.getExport)
  route(api, contract.cancelExport, exports.cancelExport)
  route(api, contract.getExportFile, (call) => exports.getExportFile(door, call), { file: (file) => file })
  route(api, contract.createExportFileLink, (call) => exports.createExportFileLink(door, call))
  route(api, scheduleContract.listExportSchedules, schedules.listExportSchedules)
  route(api, scheduleContract.createExportSchedule, (call) => schedules.createExportSchedule(door, call))
  route(api, scheduleContract.updateExportSchedule, (call) => schedules.updateExportSchedule(door, call))
  route(api, scheduleContract.deleteExportSchedule, schedules.deleteExportSchedule)
  exports.fileRoute(api)
}
