/**
 * A real Chromium for the tests: the machine's own, or the build that comes with the development packages.
 *
 * The packaged build is started with arguments of our own: its default ones switch off web security, which would void
 * every test of cookies, origins and consent.
 */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { atEndOf } from './endings.ts'

const places = [
  process.env.SONDE_CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let running: Promise<Browser> | undefined

/** One for all files of a process. */
export const browser = (): Promise<Browser> => (running ??= launch())

async function launch(): Promise<Browser> {
  atEndOf('process', async () => (await running)?.close())
  const own = places.find((place) => place !== '' && existsSync(place))
  if (own) return chromium.launch({ executablePath: own, args: quiet })
  const { default: packaged } = await import('@sparticuz/chromium')
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args: [...quiet, '--headless=shell'],
  })
}
