/**
 * The statements of our hot paths, recorded from the functions that send them: they are called with a pool that records statements instead
 * of running them. So the bare server runs exactly the text that ours runs, after any change.
 */
import { isDeepStrictEqual } from 'node:util'
import type { QueryConfig } from 'pg'
import type { Answer } from '../contract/questions.ts'
import { submitAnswers, resolveLink } from '../src/collection/collection.ts'
import type { Db } from '../src/db/db.ts'
import { paged } from '../src/db/paging.ts'
import { tokenIssuer } from '../src/oauth/issuing.ts'
import { listPulses } from '../src/pulses/list-store.ts'
import type { Statement, BareOptions } from './bare.ts'
import { answers, type Seeded } from './seed.ts'

type Sent = Pick<Statement, 'name' | 'text' | 'values'>

/** The first statement of some work, run on a database that answers every statement with these rows. */
async function firstOf(rows: object[], work: (db: Db) => Promise<unknown>): Promise<Sent> {
  const sent: Sent[] = []
  const query = async ({ name = '', text, values = [] }: QueryConfig): Promise<{ rows: object[] }> => {
    sent.push({ name, text, values: [...values] })
    return { rows }
  }
  await work({ named: { query } } as unknown as Db)
  return sent[0]
}

/** Two requests of the same kind at two moments: the values that differ are those that are unique to each request. */
async function statementOf(
  rows: object[],
  works: readonly [
    first: (db: Db, now: Date) => Promise<unknown>,
    second: (db: Db, now: Date) => Promise<unknown>,
  ],
): Promise<Statement> {
  const takenAt = Date.now()
  const first = await firstOf(rows, (db) => works[0](db, new Date(takenAt)))
  const second = await firstOf(rows, (db) => works[1](db, new Date(takenAt + 1_000)))
  const fresh = first.values.keys().filter((at) => !isDeepStrictEqual(first.values[at], second.values[at]))
  return { ...first, fresh: [...fresh], takenAt }
}

/** `limit` items, as GET /api/pulses?limit= of an organisation's token. */
export async function listStatement(
  { organisationId, applicationId }: Seeded,
  limit: number,
): Promise<Statement> {
  const actor = { kind: 'organisation' as const, organisationId, applicationId, scopes: new Set<never>() }
  const filter = { states: null, visibility: null, q: null, updatedSince: null, deleted: false }
  const list = (db: Db): Promise<unknown> => listPulses(db, actor, filter, paged('', { limit }))
  return statementOf([], [list, list])
}

export async function tokenStatement({ organisationId, applicationId }: Seeded): Promise<Statement> {
  const issue = (db: Db, now: Date): Promise<unknown> =>
    tokenIssuer(db)({
      organisationId,
      applicationId,
      secretId: null,
      scopes: ['pulses:read'],
      audience: null,
      now,
    })
  return statementOf([], [issue, issue])
}

/** @param links  live links, at least two of them of one collection */
export async function answerStatements(db: Db, links: readonly string[]): Promise<BareOptions['answer']> {
  const [one, other] = await pairOf(db, links)
  const find = (on: Db, now: Date): Promise<unknown> => resolveLink(on, links[0], now).catch(() => {})
  const keep = (asked: LinkContext) => (on: Db, now: Date) =>
    submitAnswers(on, asked, { answers: answers as Answer[], attempt: 'bench' }, now)
  return {
    find: await statementOf([], [find, find]),
    keep: await statementOf([{ written: 'written', open: 'open', held: false }], [keep(one), keep(other)]),
  }
}

type LinkContext = Awaited<ReturnType<typeof resolveLink>>

async function pairOf(db: Db, [first, ...others]: readonly string[]): Promise<[LinkContext, LinkContext]> {
  const now = new Date()
  const one = await resolveLink(db, first, now)
  for (const link of others) {
    const other = await resolveLink(db, link, now)
    if (other.collectionId === one.collectionId) return [one, other]
  }
  throw new Error('no two links are of one collection')
}
