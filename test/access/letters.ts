/** The letters in an outbox. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, eventually } from '../support/world.ts'
import { ok } from './call.ts'

export async function lettersIn(folder: string): Promise<{ to: string; link: string }[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json'))
  return Promise.all(files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8'))))
}

let serial = 0

/** @param author  who may change members */
export const addressMakers = (author: Client, outbox: string) => ({
  /** Of a mail about a new address: `ea` to the new one, `ek` to the old. */
  newAddressToken: async (kind: 'ea' | 'ek'): Promise<string> => {
    const [email, next] = [`moving-${++serial}@test.example`, `moved-${serial}@test.example`]
    const { id } = ok(await author.post('/api/members', { name: 'Moving', email }))
    ok(await author.patch(`/api/members/${id}`, { email: next }))
    const letter = await eventually(
      async () =>
        (await lettersIn(outbox)).find(
          ({ to, link }) => to === (kind === 'ea' ? next : email) && link?.includes(`#sonde_${kind}_`),
        ),
      (found) => found !== undefined,
    )
    return new URL(letter!.link).hash.slice(1)
  },
})
