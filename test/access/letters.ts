/** Tokens in letters of an outbox. */
import { messagesIn } from '../support/outbox.ts'
import { type Client, eventually } from '../support/world.ts'
import { ok } from './call.ts'

let serial = 0

/** @param author  who may change members */
export const addressMakers = (author: Client, outbox: string) => ({
  /** The token in a mail about a new address: `ea` to the new one, `ek` to the old. */
  newAddressToken: async (kind: 'ea' | 'ek'): Promise<string> => {
    const [email, next] = [`moving-${++serial}@test.example`, `moved-${serial}@test.example`]
    const { id } = ok(await author.post('/api/members', { name: 'Moving', email }))
    ok(await author.patch(`/api/members/${id}`, { email: next }))
    const letter = await eventually(
      async () =>
        (await messagesIn(outbox)).find(
          ({ to, link }) => to === (kind === 'ea' ? next : email) && link?.includes(`#sonde_${kind}_`),
        ),
      (found) => found !== undefined,
    )
    return new URL(letter!.link).hash.slice(1)
  },
})
