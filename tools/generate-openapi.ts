/** Writes contract/openapi.json. With --check it only compares, and fails when the file is stale. */
import { readFile, writeFile } from 'node:fs/promises'
import { openApiDocument } from '../contract/openapi.ts'

const file = new URL('../contract/openapi.json', import.meta.url)
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`

if (process.argv.includes('--check')) {
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error('contract/openapi.json is stale: run `npm run generate`')
    process.exit(1)
  }
} else {
  await writeFile(file, text)
}
