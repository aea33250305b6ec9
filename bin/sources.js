/**
 * The sources of this package without their types, remembered from one start to the next, so that types are not stripped each time.
 *
 * Node's compile cache does that too, but holds all that it has read until the process ends, at least 4 kB for each file: 22 MB of an idle
 * server. What strips types stays as well, another 25 MB. So both is done by a program that ends: `node bin/sources.js FILE` writes what is
 * without types, and here a text is read when its module is loaded, and goes. Compiling costs about a tenth of a second of processor time.
 *
 * A text is used only for the very source that it was made from. A file of texts that is missing, damaged or somebody else's costs time and
 * nothing more.
 */
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import * as fs from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'

/** The folder of the package. */
const home = new URL('..', import.meta.url)
const folder = fileURLToPath(home)

/** What an earlier start has left. */
const rememberedFile = join(
  tmpdir(),
  `sonde-sources-${process.getuid?.() ?? ''}-${hash('sha256', folder + process.version).slice(0, 16)}`,
)

/** What an image has, whose folder for temporary files is empty at each start. */
const shippedFile = join(folder, 'bin', 'sources.bin')

const sources = '{client,commands,contract,demo,locales,src}/**/*.ts'
const isSource = /^(?:client|commands|contract|demo|locales|src)\/.*(?<!\.test)\.ts$/

/** Loads the package's TypeScript from what is remembered. Where anything has changed, all is remembered anew. */
export function rememberSources() {
  let known = open(rememberedFile, isOwn) ?? open(shippedFile, () => true)
  let isRenewed = false
  const textOf = (path, source) => {
    const text = known?.find(path, source)
    if (text || isRenewed) return text
    isRenewed = true
    // Without what Node was told for the service, such as a port for its debugger.
    spawnSync(process.execPath, [fileURLToPath(import.meta.url), rememberedFile], {
      stdio: 'ignore',
      env: { ...process.env, NODE_OPTIONS: '' },
    })
    known = open(rememberedFile, isOwn) ?? known
    return known?.find(path, source)
  }
  const pathOf = (url) => (url.startsWith(home.href) ? url.slice(home.href.length) : '')

  registerHooks({
    // Node looks for each file on the disk, for each of the thousands of imports. These were there at the last start.
    resolve(specifier, context, next) {
      if (specifier.startsWith('.') && context.parentURL?.startsWith(home.href)) {
        const { href } = new URL(specifier, context.parentURL)
        if (known?.has(pathOf(href))) return { url: href, format: 'module', shortCircuit: true }
      }
      return next(specifier, context)
    },
    load(url, context, next) {
      const path = pathOf(url)
      if (!isSource.test(path)) return next(url, context)
      const typed = fs.readFileSync(fileURLToPath(url))
      const text = textOf(path, hash('sha256', typed))
      // Node strips the types of what cannot be remembered, and names the file and the line of what it cannot read.
      return text ? { format: 'module', source: text.toString(), shortCircuit: true } : next(url, context)
    },
  })
}

/** What somebody else can write would run with the rights of whoever starts Sonde. */
const isOwn = ({ uid, mode }) => !process.getuid || (uid === process.getuid() && (mode & 0o022) === 0)

/** A file begins with the length of its index. The index has for each path the hash of its source, and place, length and checksum of its text. */
const headBytes = 4

function open(file, isTrusted) {
  let fd
  const read = (at, length) => {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, fs.readSync(fd, bytes, 0, length, at))
  }
  try {
    fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0))
    if (!isTrusted(fs.fstatSync(fd))) throw new Error('not ours')
    const textsAt = headBytes + read(0, headBytes).readUInt32LE()
    const index = new Map(JSON.parse(read(headBytes, textsAt - headBytes)))
    const textOf = ({ at, length, sum }) => {
      const text = read(textsAt + at, length)
      return crc32(text) === sum ? text : null
    }
    return {
      has: (path) => index.has(path),
      find: (path, source) => (index.get(path)?.source === source ? textOf(index.get(path)) : null),
    }
  } catch {
    if (fd !== undefined) fs.closeSync(fd)
    return null
  }
}

/** Whoever reads meanwhile has the old file or the new one, and never half of one. */
function write(file, texts) {
  let at = 0
  const index = [...texts].map(([path, [source, text]]) => {
    const entry = { source, at, length: text.length, sum: crc32(text) }
    at += text.length
    return [path, entry]
  })
  const line = Buffer.from(JSON.stringify(index))
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(line.length)
  const whole = Buffer.concat([head, line, ...[...texts.values()].map(([, text]) => text)])
  const beside = `${file}.${process.pid}`
  fs.writeFileSync(beside, whole, { mode: 0o600, flag: 'wx' })
  fs.renameSync(beside, file)
}

function renew(file) {
  const last = open(file, isOwn)
  const texts = new Map()
  for (const path of fs.globSync(sources, { cwd: folder })) {
    if (!isSource.test(path)) continue
    const typed = fs.readFileSync(join(folder, path))
    const source = hash('sha256', typed)
    try {
      texts.set(path, [
        source,
        last?.find(path, source) ?? Buffer.from(stripTypeScriptTypes(typed.toString())),
      ])
    } catch {
      // It is not TypeScript: whoever loads it is told by Node.
    }
  }
  write(file, texts)
}

if (import.meta.main) {
  const [file = shippedFile] = process.argv.slice(2)
  renew(file)
  if (file === shippedFile) fs.chmodSync(file, 0o644)
}
