/** Requests with `dry_run=true`: the rule runs, and its transaction is undone. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../../contract/operation.ts'
import { type Db, trial, type Tx } from '../db/db.ts'
import { memberOf } from './reply-shape.ts'

export const isDryRun = ({ dryRun }: Operation, { query }: FastifyRequest): boolean =>
  dryRun === true && memberOf(query, 'dry_run') === true

/** @throws what the work throws: the refusal that it would get in earnest */
export async function dryRun(
  db: Db,
  work: (tx: Tx) => Promise<unknown>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await trial(db, work)
  return reply.code(204).header('sonde-dry-run', 'true').send()
}
