/** The cells of a matrix: somebody, a call, and what its reply has to be. All cells are tried before one fails, so that the wrong ones can be counted. */
import assert from 'node:assert/strict'
import type { Operation } from '../../contract/operation.ts'
import { type ProblemCode, problems } from '../../contract/problems.ts'
import { checkReply, isRefused } from '../support/replies.ts'
import type { Client, Reply } from '../support/world.ts'
import { call } from './call.ts'
import type { Request } from './requests.ts'

/** It succeeds, or it is refused with this code. */
export type Verdict = 'done' | ProblemCode

export type Cell = {
  /** Who calls, and on what. */
  readonly name: string
  readonly by: Client
  readonly operation: Operation
  readonly request: () => Request | Promise<Request>
  readonly verdict: Verdict
  /** What more must be true of a reply that succeeds. */
  readonly isRight?: (reply: Reply) => void
}

export const counted = { tried: 0, wrong: 0 }

async function tryCell({ by, operation, request, verdict, isRight }: Cell): Promise<void> {
  const made = await request()
  const reply = await call((verdict === 'done' && made.by) || by, operation, made)
  if (verdict !== 'done') return isRefused(operation, reply, problems[verdict].status, verdict)
  assert.ok(reply.status < 300, `${reply.status} ${JSON.stringify(reply.body)}`)
  checkReply(operation, reply)
  isRight?.(reply)
}

/** Those that are refused at the same time, for they change nothing; then the others, one after the other. */
export async function tryCells(cells: readonly Cell[]): Promise<void> {
  const wrong: string[] = []
  const attempt = async (cell: Cell): Promise<void> => {
    counted.tried++
    await tryCell(cell).catch((error: Error) =>
      wrong.push(`${cell.operation.id} by ${cell.name}, expected ${cell.verdict}: ${error.message}`),
    )
  }
  await Promise.all(cells.filter(({ verdict }) => verdict !== 'done').map(attempt))
  for (const cell of cells.filter(({ verdict }) => verdict === 'done')) await attempt(cell)
  counted.wrong += wrong.length
  assert.equal(wrong.length, 0, wrong.join('\n'))
}
