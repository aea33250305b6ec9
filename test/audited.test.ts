/** Every operation that changes something writes to the audit log, or says why not (access/audited.ts). */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { type AuditAction, auditActions } from '../contract/audit-actions.ts'
import type { Operation } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { many, sql } from '../src/db/db.ts'
import { shapeOf } from '../src/db/shape.ts'
import { auditEvents } from '../src/db/tables.ts'
import { audited, unaudited } from './access/audited.ts'
import { call } from './access/call.ts'
import { type Prepared, prepare } from './access/prepared.ts'
import { type Request, requests } from './access/requests.ts'
import { type Client, eventually } from './support/world.ts'

let it: Prepared

const changing = operations.filter(({ method }) => method !== 'GET')

const callerOf = (operation: Operation, request: Request): Client => {
  if (request.by) return request.by
  if (operation.caller === 'anyone') return it.world.anyone
  return operation.caller === 'session' || operation.caller === 'person' ? it.world.admin : it.author
}

const eventRow = shapeOf(auditEvents, ['id', 'action', 'actor_kind', 'target'])

/**
 * Entries by whoever acts, and not by the clock, which goes on beside the test. Links in mails are used by somebody who has not signed in,
 * so the log names no caller for those.
 */
const listEntries = async (): Promise<Map<string, AuditAction>> => {
  const rows = await many(
    it.world.running.db.tx,
    eventRow,
    sql`select ${eventRow.columns} from audit_events
        where actor_kind <> 'clock' or action in ('address.changed', 'address.change_rejected')`,
  )
  return new Map(rows.map(({ id, action }) => [id, action]))
}

/** What happens to a survey that was asked: a draft that goes is not a loss to anybody but its author. */
const asked: Readonly<Record<string, string>> = {
  deletePulse: 'archivePulse',
  deleteCheckIn: 'archiveCheckIn',
}

const requestOf = ({ id }: Operation): Promise<Request> | Request => requests[asked[id] ?? id](it)

/** What these cause besides, and nothing else does. */
const besides: Readonly<Record<string, readonly AuditAction[]>> = {
  openPulse: ['recipients.added_lately'],
  openInstance: ['recipients.added_lately'],
  createExport: ['export.written'],
  createOrganisationExport: ['figures.read'],
  completePrivacyRequest: ['member.erased'],
}

/** Waits for what goes on after the reply, so that its entries count for the operation that caused them, and for no later one. */
const followed: Readonly<Record<string, () => Promise<unknown>>> = {
  createExport: () => it.noExportRunning(),
  createOrganisationExport: () =>
    eventually(
      () => it.world.admin.get('/api/organisation/exports?limit=1'),
      ({ body }) => body.exports[0].state === 'ready',
    ),
}

suite('an operation that changes something', () => {
  before(async () => {
    it = await prepare()
  })

  test('is listed once, with its action or with a reason', () => {
    const listed = [...Object.keys(audited), ...Object.keys(unaudited)]
    assert.deepEqual(listed.toSorted(), changing.map(({ id }) => id).toSorted())
    assert.ok(Object.values(audited).every((action) => auditActions.includes(action)))
    assert.ok(Object.values(unaudited).every((reason) => reason.length > 10))
  })

  for (const operation of changing) {
    const action = audited[operation.id]
    test(`${operation.id} ${action ? `writes ${action}` : 'writes nothing'}`, async () => {
      const { query: { dry_run: _dryRun, ...query } = {}, ...request } = await requestOf(operation)
      const earlier = await listEntries()
      const reply = await call(callerOf(operation, request), operation, { ...request, query })
      assert.ok(reply.status < 300, JSON.stringify(reply.body))
      await followed[operation.id]?.()
      const written = [...(await listEntries())].flatMap(([id, one]) => (earlier.has(id) ? [] : [one]))
      const expected = action ? [action] : []
      assert.deepEqual(
        written.filter((one) => one === action || !besides[operation.id]?.includes(one)),
        expected,
      )
    })
  }
})
