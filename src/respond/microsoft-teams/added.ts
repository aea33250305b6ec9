/**
 * Somebody has added the app: they are asked in Teams from now on, if the organisation of their tenant knows them.
 *
 * Known by their user principal name, whose domain the tenant has proven to Microsoft. Their e-mail address counts where it is of that same
 * domain: any other may be written by whoever administers a tenant, and would lead somebody else's surveys to them. Guests are of another
 * tenant, and are never linked.
 */
import type { FoundTenant, TeamsBot } from '../../channels/channels.ts'
import type { Db } from '../../db/db.ts'
import { liftRefusal } from '../../delivery/delivery.ts'
import { linkChat } from '../../directory/directory.ts'
import type { Activity } from './activity.ts'

const channel = 'microsoft_teams'

export async function linkPerson(
  { db, bot }: { readonly db: Db; readonly bot: TeamsBot },
  { organisationId, tenantId }: FoundTenant,
  { serviceUrl, conversationId, userId, objectId }: Activity,
  now: Date,
): Promise<void> {
  const person = await bot.personIn({ serviceUrl, id: conversationId }, userId)
  if (!person || person.tenantId !== tenantId || person.isGuest) return
  const name = person.userPrincipalName.toLowerCase()
  const email = person.email?.toLowerCase() ?? name
  const emails = domainOf(email) === domainOf(name) ? [name, email] : [name]
  const address = `${tenantId}/${userId}`
  await db.transaction(async (tx) => {
    const byEntra = `${tenantId}/${objectId}`
    // Not what somebody wrote by hand for another account.
    const isReplaced = (before: string): boolean => before.startsWith(`${tenantId}/29:`) || before === byEntra
    await linkChat(tx, { organisationId, channel, address, emails, isReplaced }, now)
    // They may have removed or blocked the app before, and be known by an address that was written by hand.
    for (const refused of [address, byEntra])
      await liftRefusal(tx, organisationId, { channel, address: refused })
  })
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
