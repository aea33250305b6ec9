/**
 * Channel `link`: an application delivers personal links itself. Anyone who holds other people's links can answer in their place, so the promise
 * names the one application that does: the one that asks. In anonymous and confidential mode an admin must have registered it for
 * `links:read`, and nobody else reads links. In attributed mode the author reads them too, by any application that acts for them.
 */
import type { Channel } from '../../contract/collections.ts'
import type { Mode } from '../../contract/confidentiality.ts'
import { listsLinksToAuthor } from '../../contract/link-readers.ts'
import type { ApplicationActor } from '../actor.ts'
import type { Policy } from '../cells/cells.ts'
import type { Tx } from '../db/db.ts'
import { activeApplication, applicationWithScope } from '../oauth/oauth.ts'
import { problem } from '../problem.ts'
import type { Collection } from './store.ts'

/** What is asked, and by which application; null: by a person in the pages of this service, or an import. */
type Asked = {
  organisationId: string
  applicationId: string | null
  channels: readonly Channel[]
  mode: Mode
}

const isGuarded = ({ channels, mode }: Pick<Asked, 'channels' | 'mode'>): boolean =>
  !listsLinksToAuthor(mode) && channels.includes('link')

/** The application that the promise names, or null: nobody needs to read links, or no application may. */
export async function linksBy(tx: Tx, asked: Asked): Promise<Policy['links_by']> {
  const { organisationId, applicationId, channels } = asked
  if (!channels.includes('link') || applicationId === null) return null
  const deliverer = isGuarded(asked)
    ? await applicationWithScope(tx, organisationId, applicationId, 'links:read')
    : await activeApplication(tx, organisationId, applicationId)
  return deliverer ?? null
}

/** Why it cannot open: it relies on links that nobody may read. Or null. */
export const linksError = (
  channels: readonly Channel[],
  { mode, links_by: deliverer }: Policy,
): string | null =>
  isGuarded({ channels, mode }) && !deliverer
    ? 'The channel link needs an application with the scope links:read, which an admin can give it. Without it, use a channel that sends messages.'
    : null

/**
 * @throws links_not_listed  the caller is not the application that the promise names; or the survey is anonymous or confidential and its
 *                           token lacks the scope. The author of an attributed survey needs neither.
 */
export function assertListed(
  { mode, links_application_id: applicationId }: Collection,
  actor: ApplicationActor,
): void {
  const isDeliverer = actor.applicationId === applicationId
  if (listsLinksToAuthor(mode)) {
    if (isDeliverer || actor.kind === 'user') return
    throw problem('links_not_listed', {
      detail:
        'Personal links of attributed surveys are listed to their author, and of programs to the application that the promise names',
    })
  }
  if (isDeliverer && actor.scopes.has('links:read')) return
  throw problem('links_not_listed', {
    detail:
      'Personal links of anonymous and confidential surveys are listed only to the application that delivers them, with a token for the scope links:read',
  })
}
