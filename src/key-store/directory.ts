/**
 * Keys in a directory: one file for each, readable by the service's account alone. A destroyed key is overwritten in place, and
 * written through to the disk, before its file is removed.
 *
 * Overwriting reaches the old bytes on file systems that write in place. Where the file system or the disk copies on write (ZFS, Btrfs,
 * snapshots, flash), it cannot promise that: the guide says which volume to choose.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, messageOf, Unavailable } from '../caught.ts'
import type { Entries } from './entries.ts'

const ending = '.key'

/** @param folder  of all installations; this one's keys are in its own folder in it */
export function directoryEntries(folder: string, installation: string): Entries {
  const own = join(folder, installation)
  const fileOf = (name: string): string => join(own, name + ending)
  return {
    place: own,
    write: (name, value) =>
      reaching(own, async () => {
        await mkdir(own, { recursive: true, mode: 0o700 })
        // Under another name until it is complete: a crash leaves no half of a key.
        const unfinished = `${fileOf(name)}.${randomBytes(6).toString('hex')}`
        await writeThrough(unfinished, 'wx', value)
        if (await exists(fileOf(name))) {
          await rm(unfinished)
          throw new Error(`There is a key ${name} already`)
        }
        await rename(unfinished, fileOf(name))
        await syncFolder(own)
      }),
    read: (name) =>
      reaching(own, () =>
        readFile(fileOf(name)).catch((error: unknown) => {
          if (codeOf(error) === 'ENOENT') return null
          throw error
        }),
      ),
    destroy: (name) =>
      reaching(own, async () => {
        const files = (await filesIn(own)).filter((file) => file.startsWith(name + ending))
        for (const file of files) await overwriteAndRemove(join(own, file))
        if (files.length > 0) await syncFolder(own)
      }),
    names: () =>
      reaching(own, async () =>
        (await filesIn(own))
          .filter((file) => file.endsWith(ending))
          .map((file) => file.slice(0, -ending.length)),
      ),
    madeAt: (name) =>
      reaching(own, () =>
        stat(fileOf(name)).then(
          ({ mtime }) => mtime,
          (error: unknown) => {
            if (codeOf(error) === 'ENOENT') return null
            throw error
          },
        ),
      ),
  }
}

const filesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })

/** Another worker may have done it in between. */
async function overwriteAndRemove(path: string): Promise<void> {
  try {
    const { size } = await stat(path)
    await writeThrough(path, 'r+', randomBytes(size))
    await rm(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Returns once the bytes are on the disk. */
async function writeThrough(path: string, flags: 'wx' | 'r+', value: Buffer): Promise<void> {
  const file = await open(path, flags, 0o600)
  try {
    await file.write(value, 0, value.length, 0)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes a new name, or the lack of one, survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What a file system refuses is a fault of the place and not of the request: it may be gone a moment later. */
async function reaching<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    throw new Unavailable(`The key store ${folder} cannot be used: ${messageOf(error)}`, { cause: error })
  }
}
