/** The letters in an outbox. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export async function lettersIn(folder: string): Promise<{ to: string; link: string }[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json'))
  return Promise.all(files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8'))))
}
