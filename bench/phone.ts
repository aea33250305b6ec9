/**
 * A phone: Chromium with a small screen, touch and an empty cache, and what a page costs it. On a machine that has other work, a time on the clock
 * doubles and the processor time of the page's thread does not: that is what a slower processor is computed from. A time on the clock is the
 * smallest of several, as other work only adds.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { BrowserContext, CDPSession, Locator, Page } from 'playwright-core'
import { browser, newContext } from '../test/support/browser.ts'

export type Phone = {
  readonly page: Page
  readonly session: CDPSession
  /** A session with the whole browser, which alone tells what its threads did. */
  readonly whole: CDPSession
}

/** How long a round trip takes, and how much comes in a second. */
export type Network = { readonly roundTripMs: number; readonly megabits: number | null }

/** Service and browser are on one machine: what is left is what page and phone take. */
export const noNetwork: Network = { roundTripMs: 0, megabits: null }

/** What Lighthouse calls slow 4G: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
export const slowNetwork: Network = { roundTripMs: 150, megabits: 1.6 }

/** So far away that whatever else takes time is a fraction of a round trip. */
export const farNetwork: Network = { roundTripMs: 600, megabits: null }

/**
 * Runs in each document from its start. A frame is drawn once what its callback asked for later is done. All shifts count: nobody has touched the
 * page, and what a browser takes for an input is that it fits the page to the screen itself.
 */
const observing = `
  globalThis.seen = { shift: 0 }
  new PerformanceObserver((list) =>
    list.getEntries().forEach(({ value }) => { seen.shift += value }),
  ).observe({ type: 'layout-shift', buffered: true })
  globalThis.frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  globalThis.firstPaint = async () => {
    for (;;) {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      if (paint) return paint.startTime
      await frame()
    }
  }
  globalThis.frameAfter = (name) =>
    new Promise((done, fail) => {
      addEventListener(name, () => frame().then(done), { capture: true, once: true })
      setTimeout(() => fail(new Error('no ' + name)), 30_000)
    })`

export async function newPhone(): Promise<Phone> {
  const context: BrowserContext = await newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.addInitScript(observing)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, session, whole: await (await browser()).newBrowserCDPSession() }
}

export const slowDown = async ({ session }: Phone, rate: number): Promise<void> =>
  void (await session.send('Emulation.setCPUThrottlingRate', { rate }))

/** From now on. The round trip is that of a request: connecting, which depends on what is in front of the service, adds its own. */
export async function connectBy({ session }: Phone, { roundTripMs, megabits }: Network): Promise<void> {
  const throughput = megabits === null ? -1 : (megabits * 1e6) / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}

/** A first visit: no cookie, nothing in the cache. */
export async function come({ page }: Phone, url: string, waitUntil: 'networkidle' | 'load'): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(url, { waitUntil })
}

/** Until nothing comes any more. */
export async function wholeVisit(phone: Phone, url: string): Promise<{ kilobytes: number; shift: number }> {
  const { page, session } = phone
  let bytes = 0
  const count = ({ encodedDataLength }: { encodedDataLength: number }): void =>
    void (bytes += encodedDataLength)
  session.on('Network.loadingFinished', count)
  await come(phone, url, 'networkidle')
  session.off('Network.loadingFinished', count)
  await page.evaluate('frame().then(frame)')
  return { kilobytes: bytes / 1000, shift: await page.evaluate('seen.shift') }
}

/** Milliseconds on the clock, from the beginning of a first visit until something is to be seen. */
export async function firstPaint(phone: Phone, url: string): Promise<number> {
  await come(phone, url, 'load')
  return phone.page.evaluate('firstPaint()')
}

/** What a browser tells of its threads: times in microseconds, `tdur` of the thread's processor time. */
type Traced = { name: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number }

async function traced({ whole }: Phone, act: () => Promise<unknown>): Promise<Traced[]> {
  const events: Traced[] = []
  const keep = ({ value }: { value: object[] }): void => void events.push(...(value as Traced[]))
  whole.on('Tracing.dataCollected', keep)
  await whole.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['toplevel', 'loading', 'blink.user_timing'],
      excludedCategories: ['*'],
    },
  })
  await act()
  const complete = new Promise((resolve) => whole.once('Tracing.tracingComplete', resolve))
  await whole.send('Tracing.end')
  await complete
  whole.off('Tracing.dataCollected', keep)
  return events
}

export type Paint = { clockMs: number; processorMs: number }

/** The same, and how long the page's thread has worked for it. */
export async function tracedPaint(phone: Phone, url: string): Promise<Paint> {
  let clockMs = 0
  const events = await traced(phone, async () => (clockMs = await firstPaint(phone, url)))
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint')
  const isOfPage = ({ pid, tid }: Traced): boolean => pid === paint?.pid && tid === paint.tid
  const ofPage = events.filter(isOfPage)
  const began = ofPage.findLast(({ name, ts }) => name === 'navigationStart' && paint && ts <= paint.ts)
  if (!paint || !began) throw new Error('The browser does not tell when it painted')
  const tasks = ofPage.filter(
    ({ name, ts }) => name === 'ThreadControllerImpl::RunTask' && ts >= began.ts && ts <= paint.ts,
  )
  if (tasks.length === 0) throw new Error('The browser does not tell its tasks')
  return { clockMs, processorMs: tasks.reduce((sum, { tdur, dur }) => sum + (tdur ?? dur ?? 0), 0) / 1000 }
}

async function processorMs({ session }: Phone): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const task = metrics.find(({ name }) => name === 'TaskDuration')
  if (!task) throw new Error('The browser does not tell how long its tasks took')
  return task.value * 1000
}

/**
 * How long the page's thread works for an input, until the frame that shows what came of it is drawn.
 * @param name  of the event that all is done at
 */
async function workFor(
  phone: Phone,
  name: 'click' | 'pointerup' | 'keydown',
  input: () => Promise<unknown>,
): Promise<number> {
  const { page } = phone
  await page.evaluate('frame().then(frame)')
  await page.evaluate(`void (globalThis.drawn = frameAfter('${name}'))`)
  const before = await processorMs(phone)
  await input()
  await page.evaluate('drawn')
  return (await processorMs(phone)) - before
}

/** A tap by the browser itself: what playwright does before one would be counted with it. */
export async function workForTap(
  phone: Phone,
  target: Locator,
  doneAt: 'click' | 'pointerup' = 'click',
): Promise<number> {
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await target.boundingBox()
  if (!box) throw new Error('Nothing is there to tap on')
  const { session } = phone
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  return workFor(phone, doneAt, async () => {
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  })
}

export const workForKey = (phone: Phone, key: string): Promise<number> =>
  workFor(phone, 'keydown', () => phone.page.keyboard.press(key))

/** The smallest of what each was found to be. */
export class Least {
  readonly #found = new Map<string, number>()

  add(name: string, figure: number): void {
    this.#found.set(name, Math.min(figure, this.of(name)))
  }

  of(name: string): number {
    return this.#found.get(name) ?? Infinity
  }

  get all(): [string, number][] {
    return [...this.#found]
  }
}

/** An empty page, from this process as the service is: what no page is faster than. */
export async function emptyPage(): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .end('<!doctype html><html lang="en"><title>-</title><link rel="icon" href="data:,"><p>-</p></html>'),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { url: `http://localhost:${address.port}/`, close: () => server.close() }
}
