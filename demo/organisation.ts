/**
 * The organisation of a run: made with the rules that `sonde-server bootstrap` and `sonde-server application create` use, its people able
 * to sign in at the embedded provider. From here on programs and people get tokens the way everyone does; a token lives an
 * hour, and weeks pass, so each client fetches a new one when its clock says that the old one is over.
 */
import { connect, type Sonde } from '../client/client.ts'
import { createCode } from '../contract/oauth.ts'
import { getMe, type Role, updatePerson } from '../contract/people.ts'
import { personScopes } from '../contract/scopes.ts'
import { many, sql } from '../src/db/db.ts'
import { shapeOf } from '../src/db/shape.ts'
import { organisations } from '../src/db/tables.ts'
import { bootstrap, createAccount } from '../src/identity/identity.ts'
import { createApplicationFor } from '../src/oauth/oauth.ts'
import type { Running } from './running.ts'
import { signIn } from './sign-in.ts'

export type Organisation = {
  id: string
  name: string
  application: { client_id: string; client_secret: string; redirect_uri: string }
  /** A program of the organisation, by client credentials. */
  program: Sonde
  /** The admin, through the application that they authorised. */
  admin: Sonde
  /** The same token, for a body that is sent as it is read. */
  adminToken(): Promise<string>
  /** The admin in the workspace, where an organisation and its users are managed. */
  workspace: Sonde
  /** Somebody of `others` signs in for the first time, and the admin gives them a role. */
  join(person: Person, role: Role): Promise<void>
}

export type Person = { name: string; email: string }

/** A name that no organisation of this database has yet: "Fjordline", then "Fjordline 2". */
export async function freeName({ db }: Running, wanted: string): Promise<string> {
  const taken = new Set(
    (await many(db.tx, shapeOf(organisations, ['name']), sql`select name from organisations`)).map(
      (row) => row.name,
    ),
  )
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted} ${number}`
    if (!taken.has(name)) return name
  }
}

/** @param others  people of the directory who may sign in too */
export async function createOrganisation(
  running: Running,
  name: string,
  admin: Person,
  others: readonly Person[],
): Promise<Organisation> {
  const { url, db, clock } = running
  const now = clock.now()
  const redirectUri = `${url}/`
  const created = await db.transaction(async (tx) => {
    const { organisation } = await bootstrap(
      tx,
      { organisation: name, admin: admin.email, name: admin.name },
      now,
    )
    const application = await createApplicationFor(
      tx,
      { organisationId: organisation.id, userId: null },
      { name: 'Team dashboard', redirect_uris: [redirectUri], scopes: personScopes },
      now,
    )
    const passwords = new Map<string, string>()
    for (const person of others) passwords.set(person.email, (await createAccount(tx, person, now)).password)
    const { password } = await createAccount(tx, admin, now)
    return { id: organisation.id, application, password, passwords }
  })
  const application = {
    client_id: created.application.client_id,
    client_secret: created.application.client_secret!,
    redirect_uri: redirectUri,
  }
  // The provider lives in the time of the world, so one session serves the whole run.
  const session = await signIn(url, { email: admin.email, password: created.password })
  const workspace = connect(url, { token: session })

  const byCredentials = (): Promise<Token> =>
    redeem(url, { grant_type: 'client_credentials', ...credentials(application) })
  const byCode = async (): Promise<Token> => {
    const { code } = await workspace.call(createCode, {
      body: {
        client_id: application.client_id,
        redirect_uri: redirectUri,
        scope: personScopes.join(' '),
      },
    })
    return redeem(url, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      ...credentials(application),
    })
  }
  const adminToken = renewed(byCode, clock)
  return {
    id: created.id,
    name,
    application,
    program: connect(url, { token: renewed(byCredentials, clock) }),
    admin: connect(url, { token: adminToken }),
    adminToken,
    workspace,
    join: async ({ email }, role) => {
      const token = await signIn(url, { email, password: created.passwords.get(email)! })
      const { user } = await connect(url, { token, organisation: created.id }).call(getMe)
      await workspace.call(updatePerson, { params: { id: user!.id }, body: { role } })
    },
  }
}

const credentials = ({ client_id, client_secret }: Organisation['application']) => ({
  client_id,
  client_secret,
})

type Token = { access_token: string; expires_in: number }

/** The token endpoint has the shapes of RFC 6749 and so is not an operation of the contract. */
async function redeem(url: string, grant: Record<string, string>): Promise<Token> {
  const reply = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(grant) })
  if (!reply.ok) throw new Error(`POST /oauth/token: ${reply.status} ${(await reply.text()).slice(0, 500)}`)
  return (await reply.json()) as Token
}

const reserveMs = 60_000

/** A token, and a new one when the clock has passed its end; calls meanwhile wait for the same one. */
function renewed(fetchToken: () => Promise<Token>, clock: { now(): Date }): () => Promise<string> {
  let token: Promise<Token> | undefined
  let until = 0
  return async () => {
    if (!token || clock.now().getTime() >= until) {
      until = Infinity
      token = fetchToken()
      until = clock.now().getTime() + (await token).expires_in * 1000 - reserveMs
    }
    return (await token).access_token
  }
}
