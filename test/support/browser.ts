/**
 * A real Chromium for the tests: the build without windows that comes with the development packages; where that does not
 * run, the machine's own. SONDE_CHROMIUM names another.
 *
 * The packaged build is started with arguments of our own: its default ones switch off web security, which would void
 * every test of cookies, origins and consent.
 */
import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Route,
} from 'playwright-core'
import { hangMs } from './cpu.ts'
import { atEndOf } from './endings.ts'

/** The machine's own. */
const places = [
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

/**
 * A window that shares nothing with another, closed with its file at the latest: a story that failed leaves its page open, which would go on
 * asking a service that has gone, and fail every file after its own.
 */
export async function newContext(options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await (await browser()).newContext(options)
  // For waits and for pages: on a busy machine the largest page takes longer than the half minute that the browser is given otherwise.
  context.setDefaultTimeout(hangMs)
  atEndOf('file', () => context.close())
  if (lateMs > 0) await context.route('**', holdBack)
  return context
}

/** Up to so long is a reply held back (npm test -- --late): what a test did not wait for comes after it has looked. */
const lateMs = Number(process.env.SONDE_TEST_LATE ?? 0)

/** Of requests to the API, and of forms that a page without script sends; for another while each, so that replies change their order. */
async function holdBack(route: Route): Promise<void> {
  const request = route.request()
  const isForm = request.isNavigationRequest() && request.method() === 'POST'
  if (isForm || request.url().includes('/api/')) await setTimeout(Math.random() * lateMs)
  // The page may have gone meanwhile.
  await route.continue().catch(() => {})
}

async function launch(): Promise<Browser> {
  atEndOf('process', async () => (await running)?.close())
  const wanted = process.env.SONDE_CHROMIUM
  if (wanted) return launchAt(wanted)
  return launchPackaged().catch((error: unknown) => {
    const own = places.find((place) => existsSync(place))
    if (own === undefined) throw error
    return launchAt(own)
  })
}

const launchAt = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: quiet })

async function launchPackaged(): Promise<Browser> {
  const { default: packaged } = await import('@sparticuz/chromium')
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args: [...quiet, '--headless=shell'],
  })
}
