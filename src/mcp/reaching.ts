/** Tools that reach people: they ask, remind, extend and close, each by the rule of its operation once the person has confirmed it. */
import type { InputRequiredResult } from '@modelcontextprotocol/server'
import * as contract from '../../contract/confirmed-tools.ts'
import * as instanceOperations from '../../contract/instances.ts'
import * as pulseOperations from '../../contract/pulses.ts'
import type { Arguments } from '../../contract/tool.ts'
import * as checkIns from '../checkins/checkins.ts'
import { ask } from '../http/asking.ts'
import { problem } from '../problem.ts'
import * as pulses from '../pulses/pulses.ts'
import type { ToolCall, ToolTransaction } from './asking.ts'
import { isPulse } from './collections.ts'
import { type ConfirmedResult, withConfirmation } from './confirming.ts'
import { planAsking, planReminder, planWindow } from './planning.ts'

type ToolReply = Promise<ConfirmedResult | InputRequiredResult>

export const askPeople = (call: ToolCall, given: Arguments<typeof contract.askPeople>): ToolReply =>
  withConfirmation(call, {
    tool: contract.askPeople,
    given,
    plan: (within) => planAsking(within, given),
    carryOut: async (within, plan) => {
      const params = { id: plan.collection }
      if (plan.opens_at !== null) {
        const body = { opens_at: plan.opens_at }
        const asked = { params, body }
        return (await ask(within, pulseOperations.schedulePulse, pulses.schedulePulse, asked)).state
      }
      const pulse = await ask(within, pulseOperations.openPulse, pulses.openPulse, { params })
      // Somebody may have joined a team since the plan was read, a moment ago.
      if ((pulse.response_summary?.recipients ?? 0) > (plan.people ?? 0)) throw problem('plan_changed')
      return pulse.state
    },
  })

export const remindPeople = (call: ToolCall, given: Arguments<typeof contract.remindPeople>): ToolReply =>
  withConfirmation(call, {
    tool: contract.remindPeople,
    given,
    plan: (within) => planReminder(within, given),
    carryOut: async (within, { collection: id }) => {
      const asked = { params: { id } }
      if (isPulse(id)) await ask(within, pulseOperations.remindPulse, pulses.remindPulse, asked)
      else await ask(within, instanceOperations.remindInstance, checkIns.remindInstance, asked)
      return 'open'
    },
  })

export const changeWindow = (call: ToolCall, given: Arguments<typeof contract.changeWindow>): ToolReply =>
  withConfirmation(call, {
    tool: contract.changeWindow,
    given,
    plan: (within) => planWindow(within, given),
    carryOut: async (within, { collection, act, closes_at: end }) => {
      if (act === 'extend') await extend(within, collection, end ?? '')
      else await close(within, collection)
      return act === 'extend' ? 'open' : 'closed'
    },
  })

const extend = (call: ToolTransaction, id: string, end: string): Promise<unknown> => {
  const asked = { params: { id }, body: { closes_at: end } }
  return isPulse(id)
    ? ask(call, pulseOperations.extendPulse, pulses.extendPulse, asked)
    : ask(call, instanceOperations.extendInstance, checkIns.extendInstance, asked)
}

const close = (call: ToolTransaction, id: string): Promise<unknown> => {
  const asked = { params: { id } }
  return isPulse(id)
    ? ask(call, pulseOperations.closePulse, pulses.closePulse, asked)
    : ask(call, instanceOperations.closeInstance, checkIns.closeInstance, asked)
}
