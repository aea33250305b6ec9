/**
 * The package of the app for Microsoft Teams, as the Teams admin centre takes it: a zip of the manifest and of two icons, one of 192 pixels on
 * the app's colour and one of 32 pixels, white on nothing. Source: the schema of manifests of Teams, version 1.17 (`icons`).
 *
 * The same registration and address make the same bytes: an admin who downloads it twice uploads no other version.
 */
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { MicrosoftTeamsManifest } from '../../contract/microsoft-teams.ts'

/** What ZIP calls its beginning, so that nothing tells when it was made. */
const mtime = new Date(1980, 0, 1)

export async function appPackage(manifest: MicrosoftTeamsManifest): Promise<Buffer> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream)
  zip.on('error', (error: Error) => output.destroy(error))
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 'manifest.json', { mtime })
  for (const name of Object.values(manifest.icons))
    zip.addBuffer(await readFile(new URL(`icons/${name}`, import.meta.url)), name, { mtime })
  zip.end()
  return buffer(output)
}
