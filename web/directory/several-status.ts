/** Several members whose status changes at once: which calls that takes, and which take it back. */
import { SondeError } from '../api.ts'
import { asUser } from '../as-user.ts'
import { isConflict } from '../queries.ts'
import type { ListedMember, Member, Team } from './directory-queries.ts'
import { readMember } from './member-queries.ts'
import { isLead, type StatusAct } from './several.ts'
import type { Status } from './status-change.ts'

const become = { suspend: 'suspended', reactivate: 'active', deactivate: 'deactivated' } as const

type Joining = { teamId: string; leads: boolean }

/** One member's change. `to`: one status after the other, because only an active member can sign in again. */
export type StatusStep = {
  memberId: string
  version: number
  from: ListedMember['status']
  to: readonly Status[]
  joins: readonly Joining[]
}

export const statusSteps = (members: readonly ListedMember[], act: StatusAct): StatusStep[] =>
  members.map(({ id, version, status }) => ({
    memberId: id,
    version,
    from: status,
    to: [become[act]],
    joins: [],
  }))

/** What takes them back, given who was in which teams, and led them: whoever is deactivated leaves them all. */
export const statusStepsBack = (
  done: readonly Member[],
  members: readonly ListedMember[],
  teams: readonly Team[],
): StatusStep[] =>
  done.flatMap(({ id, version, status }) => {
    const before = members.find((one) => one.id === id)
    if (!before || before.status === 'erased') return []
    const isBack = status === 'deactivated'
    return {
      memberId: id,
      version,
      from: status,
      to: isBack && before.status === 'suspended' ? ['active', 'suspended'] : [before.status],
      joins: isBack ? before.team_ids.map((teamId) => ({ teamId, leads: isLead(teams, teamId, id) })) : [],
    }
  })

/**
 * One call after the other: each locks the directory. Trying again goes on from where it failed.
 * @returns those who are what they were to become; without those whom directory sync keeps, or whose status somebody else has changed
 */
export async function carryOutStatus(
  steps: readonly StatusStep[],
  onStep: (done: number) => void,
): Promise<Member[]> {
  const done: Member[] = []
  for (const [at, step] of steps.entries()) {
    const member = await unlessManaged(() => change(step))
    if (member) {
      done.push(member)
      for (const joining of step.joins) await unlessManaged(() => join(member.id, joining))
    }
    onStep(at + 1)
  }
  return done
}

/** @returns null: somebody else has changed their status */
async function change({ memberId, version, from, to }: StatusStep): Promise<Member | null> {
  let member: Member | null = null
  for (const status of to)
    member = await changeStatus(memberId, {
      version: member?.version ?? version,
      from: member?.status ?? from,
      status,
    })
  return member
}

type Change = { version: number; from: ListedMember['status']; status: Status }

async function changeStatus(id: string, { version, from, status }: Change): Promise<Member | null> {
  const send = (ifMatch: number) => asUser.call('updateMember', { params: { id }, body: { status }, ifMatch })
  try {
    return await send(version)
  } catch (error) {
    if (!isConflict(error)) throw error
    const theirs = await readMember(id)
    if (theirs.status === status) return theirs
    return theirs.status === from ? send(theirs.version) : null
  }
}

const join = (memberId: string, { teamId, leads }: Joining) =>
  asUser.call('addTeamMember', {
    params: { id: teamId, member_id: memberId },
    body: { role: leads ? 'lead' : 'member' },
  })

async function unlessManaged<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof SondeError && error.code === 'managed_by_directory') return null
    throw error
  }
}
