/**
 * Writes what was planned while the connection was in a trial or held, once an admin has turned it on: some rows at a time, so that other changes
 * of the directory find their turn. A row that the directory refuses keeps its plan and the code of the refusal, and the others go on.
 */
import type { OrganisationActor } from '../actor.ts'
import { run, sql } from '../db/db.ts'
import { lockDirectory } from '../directory/directory.ts'
import type { TransactionTask } from '../jobs/jobs.ts'
import { Problem } from '../problem.ts'
import { applyGroup, applyUser, noCounts, type SyncCall } from './applying.ts'
import * as groups from './groups-store.ts'
import { addToRun } from './runs.ts'
import { behindWaiting, findBehind, getConnection } from './store.ts'
import * as users from './users-store.ts'

const batch = 50

const unfaulty = { kinds: null, faulty: false, after: null, limit: batch } as const

export const catchUpTask: TransactionTask = {
  name: 'sync.apply',
  everyMs: 1_000,
  waiting: behindWaiting,
  run: async (tx, now) => {
    const behind = await findBehind(tx)
    if (!behind) return 0
    const { organisation_id: organisationId } = behind
    await lockDirectory(tx, organisationId)
    const connection = await getConnection(tx, organisationId)
    if (connection.state !== 'on') return 0
    const callFor = (sentBy: string): SyncCall => ({
      tx,
      actor: programOf(organisationId, sentBy),
      now,
      connection,
      isConfirmed: true,
      counts: noCounts(),
    })
    const people = await users.plannedUsers(tx, organisationId, unfaulty)
    for (const user of people)
      await written(
        callFor(user.sent_by),
        (call) => applyUser(call, user),
        (fault) => users.planUser(tx, organisationId, { id: user.id, planned: user.planned, fault }),
      )
    // Teams after people, so that whoever is in them is there.
    if (people.length === batch) return people.length
    const teams = await groups.plannedGroups(tx, organisationId, unfaulty)
    for (const group of teams)
      await written(
        callFor(group.sent_by),
        (call) => applyGroup(call, group),
        (fault) => groups.planGroup(tx, organisationId, { id: group.id, planned: group.planned, fault }),
      )
    return people.length + teams.length
  },
}

const programOf = (organisationId: string, applicationId: string): OrganisationActor => ({
  kind: 'organisation',
  organisationId,
  applicationId,
  scopes: new Set(['directory:sync']),
})

async function written(
  call: SyncCall,
  work: (call: SyncCall) => Promise<void>,
  refused: (code: string) => Promise<unknown>,
): Promise<void> {
  const { tx, actor, now } = call
  const { organisationId, applicationId } = actor
  await run(tx, sql`savepoint one_row`)
  try {
    await work(call)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await run(tx, sql`rollback to savepoint one_row`)
    await refused(error.code)
    return
  }
  await addToRun(
    tx,
    organisationId,
    { state: 'on', applicationId, requests: 0, refused: 0, counts: call.counts },
    now,
  )
}
