/**
 * The last stage of deploy/Containerfile without a container engine: the production tree, Node and the libraries that it loads, as the root
 * of a process in mount name spaces of its own. The root is read-only, the process is nobody (65532), and only /tmp and /keys are
 * writable.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { buildTree } from '../../tools/build-tree.ts'

const nobody = 65_532

/** Why this machine cannot try an image, or false. */
export function whyNoImages(): string | false {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0)
    return 'NOT TESTED: the image, because only root on Linux gives a process a root of its own'
  try {
    execFileSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt'], { stdio: 'pipe' })
    return false
  } catch {
    return 'NOT TESTED: the image, because this machine lets no process mount anything'
  }
}

/** Node as the base image has it: the program, what it is linked to, and the accounts. */
function makeBase(root: string): void {
  chmodSync(root, 0o755)
  const copy = (path: string, to = path): void => {
    mkdirSync(dirname(join(root, to)), { recursive: true })
    copyFileSync(path, join(root, to))
    chmodSync(join(root, to), 0o755)
  }
  copy(process.execPath, '/nodejs/bin/node')
  const linked = execFileSync('ldd', [process.execPath], { encoding: 'utf8' })
  for (const [, path] of linked.matchAll(/(\/\S+) \(0x/g)) {
    copy(path)
  }
  for (const folder of ['dev', 'proc', 'tmp', 'etc', 'keys'])
    mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(
    join(root, 'etc/passwd'),
    `nonroot:x:${nobody}:${nobody}:nonroot:/home/nonroot:/sbin/nologin\n`,
  )
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n')
}

/** @param environment  of the last stage */
export function makeImage(root: string, environment: Readonly<Record<string, string>>) {
  makeBase(root)
  mkdirSync(`${root}.tmp`)
  chmodSync(`${root}.tmp`, 0o1777)
  buildTree(join(root, 'app'))
  const script = [
    'root=$1; shift',
    'mount --bind "$root" "$root"',
    // Shared by all processes of an image: compiled code is there, which takes long to make.
    'mount --bind "$root.tmp" "$root/tmp"',
    `mount -t tmpfs -o mode=700,uid=${nobody},gid=${nobody} tmpfs "$root/keys"`,
    'mount --bind /proc "$root/proc"',
    'mount --rbind /dev "$root/dev"',
    'mount -o remount,bind,ro "$root"',
    `exec chroot --userspec=${nobody}:${nobody} --groups= "$root" "$@"`,
  ].join('\n')

  const start = (words: readonly string[], env: Readonly<Record<string, string>>): ChildProcess =>
    spawn('unshare', ['--mount', 'sh', '-ec', script, 'sh', root, ...words], {
      env: { PATH: process.env.PATH, ...environment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  return {
    /** A program of the image, until it ends. */
    async run(words: readonly string[], env: Readonly<Record<string, string>>) {
      const child = start(words, env)
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
      const [out, err] = await Promise.all([text(child.stdout!), text(child.stderr!)])
      return { code: await ended, out, err }
    },
    start,
    remove: () => [root, `${root}.tmp`].forEach((path) => rmSync(path, { recursive: true, force: true })),
  }
}
