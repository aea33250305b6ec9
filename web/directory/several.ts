/** Several members who change their teams at once: which calls that takes, and which take it back. */
import { SondeError } from '../api.ts'
import { asUser } from '../as-user.ts'
import type { ListedMember, Team } from './directory-queries.ts'

/** `move`: into one team and out of all others. `add`: into one more. `remove`: out of the one that is listed. */
export type Act = 'move' | 'add' | 'remove'

/** Of their status, and not of their teams. */
const statusActs = ['suspend', 'reactivate', 'deactivate'] as const
export type StatusAct = (typeof statusActs)[number]

export const isOfStatus = (act: Act | StatusAct): act is StatusAct => statusActs.some((one) => one === act)

const statusesFor = {
  suspend: ['active'],
  reactivate: ['suspended', 'deactivated'],
  deactivate: ['active', 'suspended'],
} as const satisfies Record<StatusAct, readonly ListedMember['status'][]>

/** Whose status it changes. */
export const whomIt = (act: StatusAct, members: readonly ListedMember[]): ListedMember[] =>
  members.filter(({ status }) => statusesFor[act].some((one) => one === status))

export const statusActsFor = (members: readonly ListedMember[]): StatusAct[] =>
  statusActs.filter((act) => whomIt(act, members).length > 0)

/** By which the dialog finds again what was chosen before signing in again. */
export const leftName = 'several'

export type Left = { act: Act | StatusAct; members: readonly string[]; target: string | null }

/** One member's change. Whoever leads a team that they come back to leads it again. */
export type Step = {
  memberId: string
  joins: readonly { teamId: string; leads: boolean }[]
  leaves: readonly string[]
}

type Change = { act: Act; target: string | null; from: string | undefined }

/** Whose teams stay as they are has no step. */
export const stepsOf = (members: readonly ListedMember[], { act, target, from }: Change): Step[] =>
  members
    .map(({ id, team_ids: ids }) => ({
      memberId: id,
      joins: target === null || ids.includes(target) ? [] : [{ teamId: target, leads: false }],
      leaves: act === 'add' ? [] : ids.filter((one) => (act === 'move' ? one !== target : one === from)),
    }))
    .filter(({ joins, leaves }) => joins.length + leaves.length > 0)

/** What takes them back, given who led what before. */
export const stepsBack = (steps: readonly Step[], teams: readonly Team[]): Step[] =>
  steps.map(({ memberId, joins, leaves }) => ({
    memberId,
    joins: leaves.map((teamId) => ({ teamId, leads: isLead(teams, teamId, memberId) })),
    leaves: joins.map(({ teamId }) => teamId),
  }))

export const isLead = (teams: readonly Team[], teamId: string, memberId: string): boolean =>
  teams.some(({ id, leads }) => id === teamId && leads.some(({ member_id: lead }) => lead === memberId))

/**
 * One call after the other: each locks the directory. Nobody leaves before they have joined, so that a call that fails leaves nobody in
 * no team, and trying again goes on from there.
 * @returns steps of what was done; without teams that directory sync keeps, which nobody leaves here
 */
export async function carryOut(steps: readonly Step[], onStep: (done: number) => void): Promise<Step[]> {
  const done: Step[] = []
  for (const { memberId, joins, leaves } of steps) {
    for (const { teamId, leads } of joins)
      await asUser.call('addTeamMember', {
        params: { id: teamId, member_id: memberId },
        body: { role: leads ? 'lead' : 'member' },
      })
    const left: string[] = []
    for (const teamId of leaves) if (await leave(teamId, memberId)) left.push(teamId)
    done.push({ memberId, joins, leaves: left })
    onStep(done.length)
  }
  return done
}

/** @returns whether they have left it: not a team that directory sync keeps */
async function leave(teamId: string, memberId: string): Promise<boolean> {
  try {
    await asUser.call('removeTeamMember', { params: { id: teamId, member_id: memberId } })
    return true
  } catch (error) {
    if (error instanceof SondeError && error.code === 'managed_by_directory') return false
    throw error
  }
}
