/**
 * Channel `link`: a program delivers personal links itself. Who holds the links of others can answer in their place, so in anonymous and
 * confidential mode only one application reads them: the one that asks, if an admin registered it for `links:read`. The promise names it.
 */
import { type Channel } from '../../contract/collections.ts'
import { type Mode } from '../../contract/confidentiality.ts'
import { type ApplicationActor } from '../actor.ts'
import { type Policy } from '../cells/cells.ts'
import { type Tx } from '../db/db.ts'
import { applicationWithScope } from '../oauth/oauth.ts'
import { problem } from '../problem.ts'
import { type Collection } from './store.ts'

/** What is asked, and by which application; null: by a person in the pages of this service, or an import. */
type Asked = {
  organisationId: string
  applicationId: string | null
  channels: readonly Channel[]
  mode: Mode
}

const isGuarded = ({ channels, mode }: Pick<Asked, 'channels' | 'mode'>): boolean =>
  mode !== 'attributed' && channels.includes('link')

/** The application that the promise names, or null: nobody needs to read links, or nobody may. */
export const linksBy = async (tx: Tx, asked: Asked): Promise<Policy['links_by']> =>
  isGuarded(asked) && asked.applicationId !== null
    ? ((await applicationWithScope(tx, asked.organisationId, asked.applicationId, 'links:read')) ?? null)
    : null

/** Why it cannot open: it relies on links that nobody may read. Or null. */
export const linksError = (
  channels: readonly Channel[],
  { mode, links_by: deliverer }: Policy,
): string | null =>
  isGuarded({ channels, mode }) && !deliverer
    ? 'The channel link needs an application with the scope links:read, which an admin can give it. Without it, use a channel that sends messages.'
    : null

/** @throws links_not_listed  the caller is not the application that the promise names, or its token lacks the scope */
export function assertListed(
  { mode, links_application_id: applicationId }: Collection,
  actor: ApplicationActor,
): void {
  if (mode === 'attributed') return
  if (actor.scopes.has('links:read') && actor.applicationId === applicationId) return
  throw problem('links_not_listed', {
    detail:
      'Personal links of anonymous and confidential surveys are listed only to the application that delivers them, with a token for the scope links:read',
  })
}
