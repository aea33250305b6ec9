/**
 * The build of tools/build-web.ts in web/dist. It is read into memory at the first request, about 3 MB with the compressed
 * files, and read again after a new build.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import type { EncodedFile } from '../http/encoding.ts'

type BuiltFile = EncodedFile & { readonly type: string }

export type BuiltSite = {
  readonly files: ReadonlyMap<string, BuiltFile>
  /** Names of files: the entry module, its styles and preloads, and the script that sets light or dark. */
  readonly main: string
  readonly styles: readonly string[]
  readonly preloads: readonly string[]
  readonly theme: string
}

/** An entry of Vite's manifest. */
type Chunk = { file: string; css?: string[]; imports?: string[] }

const folder = new URL('../../web/dist/', import.meta.url)

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

let cache: { builtAt: number; site: Promise<BuiltSite | null> } | undefined

/** @returns null if there is no build */
export async function readBuiltSite(): Promise<BuiltSite | null> {
  const built = await stat(new URL('manifest.json', folder)).catch(() => null)
  if (!built) return null
  if (cache?.builtAt !== built.mtimeMs) cache = { builtAt: built.mtimeMs, site: readAll() }
  return cache.site
}

async function readAll(): Promise<BuiltSite | null> {
  const manifest = JSON.parse(await readFile(new URL('manifest.json', folder), 'utf8')) as Record<
    string,
    Chunk
  >
  const names = await readdir(folder)
  const files = new Map<string, BuiltFile>()
  const read = (name: string): Promise<Buffer> => readFile(new URL(name, folder))
  const readIfThere = async (name: string): Promise<Buffer | undefined> =>
    names.includes(name) ? read(name) : undefined
  for (const name of names) {
    const type = types[name.slice(name.lastIndexOf('.') + 1)]
    if (!type) continue
    files.set(name, {
      type,
      plain: await read(name),
      br: await readIfThere(`${name}.br`),
      gzip: await readIfThere(`${name}.gz`),
    })
  }
  const main = manifest['main.tsx']
  const needed = [...new Set((main.imports ?? []).flatMap((key) => chunksUnder(manifest, key)))]
  return {
    files,
    main: main.file,
    styles: [...new Set([...needed, main].flatMap(({ css = [] }) => css))],
    preloads: needed.map(({ file }) => file),
    theme: manifest['theme.js'].file,
  }
}

const chunksUnder = (manifest: Record<string, Chunk>, key: string): Chunk[] => [
  ...(manifest[key].imports ?? []).flatMap((under) => chunksUnder(manifest, under)),
  manifest[key],
]
