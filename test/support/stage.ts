/**
 * The stage: parts of pages (web/ui/) shown on pages that only tests start, built by the pages' own builder and under their policy. A
 * scene is a file of test/stage/ and a line in its stage.tsx.
 */
import { existsSync, readFileSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { documentHeaders } from '../../src/site/site.ts'
import { bundle, hashOfSources } from '../../tools/build-web.ts'
import { atEndOf } from './endings.ts'

const root = resolve(import.meta.dirname, '../stage')
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }
const files = '/assets/site/'

type Chunk = { file: string; css?: string[] }

function documentOf(built: string): string {
  const manifest = JSON.parse(readFileSync(join(built, 'manifest.json'), 'utf8')) as Record<string, Chunk>
  const { file, css = [] } = manifest['stage.tsx']
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    ${css.map((name) => `<link rel="stylesheet" href="${files}${name}">`).join('')}
    <link rel="icon" href="data:,"><script type="module" src="${files}${file}"></script></head><body><div id="root"></div></body></html>`
}

const kept = resolve(import.meta.dirname, '../../node_modules/.cache/sonde-stage')

/** For each state of its sources: building took longer than most of the stories. */
async function builtOnce(): Promise<string> {
  const built = join(kept, (await hashOfSources(['test/stage/*'])).slice(0, 16))
  if (existsSync(built)) return built
  const draft = `${built}-${process.pid}`
  try {
    await bundle(draft, { root, input: { main: join(root, 'stage.tsx') } })
    await rename(draft, built)
  } catch (error) {
    // Another file was first.
    if (!existsSync(built)) throw error
    await rm(draft, { recursive: true, force: true })
  }
  return built
}

/** @returns the address under which a scene's name is one */
export async function startStage(): Promise<string> {
  const built = await builtOnce()
  const page = documentOf(built)
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (!path.startsWith(files)) {
      response.writeHead(200, documentHeaders).end(page)
      return
    }
    readFile(join(built, path.slice(files.length).replaceAll('/', ''))).then(
      (body) => response.writeHead(200, { 'content-type': types[extname(path)] }).end(body),
      () => response.writeHead(404).end(),
    )
  }).listen(0, '127.0.0.1')
  atEndOf('file', () => new Promise((closed) => server.close(closed)))
  await new Promise((listening) => server.once('listening', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/app`
}

/** Opens a scene, and waits until it is drawn: what a test counts at once is not counted on an empty page. */
export async function openScene(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('main > *').first().waitFor()
}
