/**
 * Organisations and their first admins, who are known by an address and linked at their first sign-in; and another admin where nobody is
 * left who could make one.
 */
import { randomBytes } from 'node:crypto'
import { beginChain, operator, recordAudit } from '../audit/audit.ts'
import { exists, many, run, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { users } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { problem } from '../problem.ts'
import { lockOrganisation } from './admins.ts'
import { changeUsers } from './changing-users.ts'
import { takeName } from './names.ts'

export type Bootstrap = { organisation: string; admin: string; name?: string }
export type Bootstrapped = { organisation: { id: string }; admin: { id: string } }

export async function bootstrap(tx: Tx, input: Bootstrap, now: Date): Promise<Bootstrapped> {
  const organisation = { id: newId('organisation') }
  const admin = { id: newId('user') }
  const slug = await takeSlug(tx, organisation.id, input.organisation)
  await run(
    tx,
    sql`
      insert into organisations (id, name, slug, created_at, updated_at)
      values (${organisation.id}, ${input.organisation}, ${slug}, ${now}, ${now})`,
  )
  const named = {
    organisationId: organisation.id,
    id: admin.id,
    email: input.admin,
    name: input.name ?? input.admin,
  }
  await nameAdmin(tx, named, now)
  await beginChain(tx, organisation.id, now)
  await recordAudit(tx, {
    organisationId: organisation.id,
    actor: operator,
    action: 'organisation.created',
    target: organisation.id,
    detail: { admin: admin.id },
    at: now,
  })
  return { organisation, admin }
}

type Named = { organisationId: string; id: string; email: string; name: string }

const nameAdmin = (tx: Tx, { organisationId, id, email, name }: Named, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      insert into users (organisation_id, id, email, name, role, created_at, updated_at)
      values (${organisationId}, ${id}, ${email}, ${name}, 'admin', ${now}, ${now})`,
  )

const userRow = shapeOf(users, ['id', 'role', 'status'])

/**
 * Makes the user of an address an admin, or names one who does not sign in yet. Anyone who is one already stays it.
 * @throws not_found  there is no such organisation
 * @throws conflict   the user of this address is disabled or has left, or several users have it
 */
export async function appointAdmin(
  tx: Tx,
  { organisationId, email, name }: Omit<Named, 'id'>,
  now: Date,
): Promise<{ id: string }> {
  const isThere = await exists(tx, sql`select 1 from organisations where id = ${organisationId}`)
  if (!isThere) throw problem('not_found', { detail: `There is no organisation ${organisationId}` })
  await lockOrganisation(tx, organisationId)
  const known = await many(
    tx,
    userRow,
    sql`
      select ${userRow.columns}
      from users
      where organisation_id = ${organisationId}
        and lower(email) = lower(${email})
      for update`,
  )
  if (known.length > 1) throw problem('conflict', { detail: `Several users have the address ${email}` })
  const [user] = known
  if (user && user.status !== 'active')
    throw problem('conflict', {
      detail: `The user of ${email} ${user.status === 'left' ? 'has left' : 'is disabled'}; take another address`,
    })
  if (user?.role === 'admin') return { id: user.id }
  const id = user?.id ?? newId('user')
  if (user) {
    const change = { organisationId, which: sql`id = ${id}`, set: sql`role = 'admin'` }
    await changeUsers(tx, change, now)
  } else await nameAdmin(tx, { organisationId, id, email, name }, now)
  await recordAudit(tx, {
    organisationId,
    actor: operator,
    action: 'person.updated',
    target: id,
    detail: { role: { from: user?.role ?? null, to: 'admin' } },
    at: now,
  })
  return { id }
}

const slugLengthMax = 40

async function takeSlug(tx: Tx, organisationId: string, name: string): Promise<string> {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, slugLengthMax)
    .replaceAll(/^-|-$/g, '')
  const slug = plain || 'organisation'
  const take = (one: string) => takeName(tx, { kind: 'slug', name: one, organisationId })
  if (await take(slug)) return slug
  const longer = `${slug}-${randomBytes(4).toString('hex')}`
  if (!(await take(longer))) throw new Error(`the slug ${longer} is taken`)
  return longer
}
