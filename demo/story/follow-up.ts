/**
 * What Fjordline does about its results, as its people would on the board: Support takes on its tools after the second week, completes that
 * before the third, and the third week measures it; two suggestions after the outage are under way. Everyone in Support reads what came
 * of it. The rest stays suggested, so that there is something to decide.
 */
import { type Action, type ActionPatch, listActions, updateAction } from '../../contract/actions.ts'
import { limits } from '../../contract/limits.ts'
import { createReply, publishReply } from '../../contract/replies.ts'
import type { Sonde } from '../../client/client.ts'
import type { Running } from '../running.ts'
import type { TeamName } from './people.ts'

export type FollowUp = {
  running: Running
  admin: Sonde
  /** The member with this name. */
  memberId(name: string): string
}

/** What a team decides on: the suggestion about this driver, and what becomes of it. */
type Decision = { team: TeamName; driver: string; owner: string; due: Temporal.PlainDate; note: string }

async function suggestion(
  admin: Sonde,
  { team, driver }: Pick<Decision, 'team' | 'driver'>,
): Promise<Action> {
  const { actions } = await admin.call(listActions, {
    query: { state: 'suggested', limit: limits.pageSizeMax },
  })
  const found = actions.find((one) => one.scope.team_name === team && one.driver === driver)
  if (!found) throw new Error(`Nothing is suggested to ${team} about ${driver}`)
  return found
}

const change = (admin: Sonde, { id }: Action, body: ActionPatch): Promise<Action> =>
  admin.call(updateAction, { params: { id }, body })

async function accept({ admin, memberId }: FollowUp, decision: Decision): Promise<Action> {
  return change(admin, await suggestion(admin, decision), {
    state: 'accepted',
    owner_member_id: memberId(decision.owner),
    due_on: decision.due.toString(),
    note: decision.note,
  })
}

/** On the Wednesday of the second week, once its results are there. @returns the action, to be completed */
export const takeOnTools = (it: FollowUp, third: Temporal.ZonedDateTime): Promise<Action> =>
  accept(it, {
    team: 'Support',
    driver: 'tools',
    owner: 'Astrid Bakken',
    due: third.subtract({ days: 3 }).toPlainDate(),
    note: 'The new ticket desk opens on Monday. Everyone gets an hour with it before.',
  })

/** On the Friday of the second week, before the third measures it. */
export async function completeTools(
  { running, admin }: FollowUp,
  action: Action,
  at: Temporal.ZonedDateTime,
): Promise<void> {
  await running.at(new Date(at.epochMilliseconds))
  await change(admin, action, { state: 'in_progress' })
  await change(admin, action, { state: 'done' })
}

/** After the third week: what is under way, and what everyone in Support reads about their tools. */
export async function followUp(it: FollowUp, tools: Action, third: Temporal.ZonedDateTime): Promise<void> {
  const { running, admin } = it
  const clarity = await accept(it, {
    team: 'Support',
    driver: 'clarity',
    owner: 'Astrid Bakken',
    due: third.add({ days: 18 }).toPlainDate(),
    note: 'One page for an outage: who decides, who tells travellers, where news stands.',
  })
  await change(admin, clarity, { state: 'in_progress' })
  await accept(it, {
    team: 'Engineering',
    driver: 'wellbeing',
    owner: 'Ingrid Solheim',
    due: third.add({ days: 11 }).toPlainDate(),
    note: 'Ingrid talks with everyone who was on call that night.',
  })
  const reply = await admin.call(createReply, {
    params: { id: tools.insight_id },
    body: {
      kind: 'done',
      action_id: tools.id,
      text: 'You told us that the old ticket desk cost you hours. Since Monday you work with the new one, and everyone had an hour to try it first. Tell Astrid what is still missing.',
    },
  })
  await admin.call(publishReply, { params: { id: reply.id } })
  await running.settle()
}
