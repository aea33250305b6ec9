/** The first organisation and its first admin, who is known by an address and linked at their first sign-in. */
import { randomBytes } from 'node:crypto'
import { exists, run, sql, type Tx } from '../db/db.ts'
import { newId } from '../ids.ts'

export type Bootstrap = { organisation: string; admin: string; name?: string }
export type Bootstrapped = { organisation: { id: string }; admin: { id: string } }

export async function bootstrap(tx: Tx, input: Bootstrap, now: Date): Promise<Bootstrapped> {
  const organisation = { id: newId('organisation') }
  const admin = { id: newId('user') }
  const slug = await freeSlug(tx, input.organisation)
  await run(
    tx,
    sql`
      insert into organisations (id, name, slug, created_at, updated_at)
      values (${organisation.id}, ${input.organisation}, ${slug}, ${now}, ${now})`,
  )
  await run(
    tx,
    sql`
      insert into users (organisation_id, id, email, name, role, created_at, updated_at)
      values (${organisation.id}, ${admin.id}, ${input.admin}, ${input.name ?? input.admin}, 'admin', ${now}, ${now})`,
  )
  return { organisation, admin }
}

const slugLengthMax = 40

async function freeSlug(tx: Tx, name: string): Promise<string> {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, slugLengthMax)
    .replaceAll(/^-|-$/g, '')
  const slug = plain || 'organisation'
  const isTaken = await exists(tx, sql`select id from organisations where slug = ${slug}`)
  return isTaken ? `${slug}-${randomBytes(4).toString('hex')}` : slug
}
