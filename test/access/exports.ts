/** Exports for requests to try, of the author or of the organisation’s application: each is there for its caller alone. */
import { type Client, eventually, type World } from '../support/world.ts'
import { ok } from './call.ts'

type Kind = 'user' | 'organisation'

export function exportMakers(
  { organisation, organisationId, running }: Pick<World, 'organisation' | 'organisationId' | 'running'>,
  author: Client,
) {
  const { pool } = running.db
  /** As many exports as may run at a time can be asked for. */
  const noExportRunning = () =>
    eventually(
      () =>
        pool.query("select 1 from exports where organisation_id = $1 and state in ('queued', 'running')", [
          organisationId,
        ]),
      ({ rows }) => rows.length === 0,
    )
  return {
    noExportRunning,
    /** The file of an export of teams that is ready. */
    newExport: async (kind: Kind = 'user'): Promise<string> => {
      await noExportRunning()
      const by = kind === 'user' ? author : await organisation()
      const { id } = ok(await by.post('/api/exports', { dataset: 'teams', format: 'csv' }))
      await eventually(
        () => by.get(`/api/exports/${id}`),
        (reply) => reply.body.state === 'ready',
      )
      return id
    },
    /** Nobody has as many as one may. */
    noSchedules: () =>
      pool.query('delete from export_schedules where organisation_id = $1', [organisationId]),
    newSchedule: async (kind: Kind = 'user'): Promise<string> => {
      const by = kind === 'user' ? author : await organisation()
      const draft = { dataset: 'teams', format: 'csv', every: 'week', day: 1 }
      return ok(await by.post('/api/export-schedules', draft)).id as string
    },
  }
}
