/**
 * The statements of our hot paths, taken off the functions that send them: they are called with a pool that notes what it
 * is asked instead of asking the database. So the bare server runs the very text that ours runs, whatever becomes of it.
 */
import { type QueryConfig } from 'pg'
import { type Answer } from '../contract/questions.ts'
import { keepAnswerOf, resolveLink } from '../src/collection/collection.ts'
import { type Db } from '../src/db/db.ts'
import { paged } from '../src/db/paging.ts'
import { tokenIssuer } from '../src/oauth/issuing.ts'
import { listPulses } from '../src/pulses/list-store.ts'
import { type Statement, type Told } from './bare.ts'
import { answers, type Seeded } from './seed.ts'

/** A database that notes the statements and answers each with these rows. */
function noting(rows: object[]): { db: Db; noted: Statement[] } {
  const noted: Statement[] = []
  const query = async (config: QueryConfig): Promise<{ rows: object[] }> => {
    noted.push({ name: config.name!, text: config.text, values: [...config.values!] })
    return { rows }
  }
  return { db: { pool: { query } } as unknown as Db, noted }
}

/** `limit` items, as GET /api/pulses?limit= of an organisation's token. */
export async function listStatement(
  { organisationId, applicationId }: Seeded,
  limit: number,
): Promise<Statement> {
  const { db, noted } = noting([])
  const actor = { kind: 'organisation' as const, organisationId, applicationId, scopes: new Set<never>() }
  const filter = { states: null, visibility: null, q: null, updatedSince: null, deleted: false }
  await listPulses(db, actor, filter, paged('', { limit }))
  return noted[0]
}

export async function tokenStatement({ organisationId, applicationId }: Seeded): Promise<Statement> {
  const { db, noted } = noting([])
  const now = new Date()
  await tokenIssuer(db)({ organisationId, applicationId, secretId: null, scopes: ['pulses:read'], now })
  return noted[0]
}

/** @param link a live one */
export async function answerStatements(db: Db, link: string): Promise<Told['answer']> {
  const now = new Date()
  const asking = noting([])
  await resolveLink(asking.db, link, now).catch(() => {})
  const asked = await resolveLink(db, link, now)
  const keeping = noting([{ kept: 'kept', open: 'open' }])
  await keepAnswerOf(keeping.db, asked, answers as Answer[], 'bench', now)
  const [keep] = keeping.noted
  const sealed = keep.values.find((value, at) => Buffer.isBuffer(value) && at === 8) as Buffer
  return { find: asking.noted[0], keep, sealedBytes: sealed.length }
}
