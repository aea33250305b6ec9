/**
 * `node bench/answer-page.ts`: what it costs somebody to answer on a phone whose processor is four times slower than this one.
 *
 * A first visit, with an empty cache, of each language: bytes as they were sent, first paint, shifts. Then a check-in of six questions, one at a time,
 * by taps as a person makes them: the slowest interaction, and how long it takes from the first look to the receipt. What the person needs is
 * counted by published figures, what the page needs is measured, and both are added: nobody waits here for a person who thinks. Whoever answers
 * for the first time reads all of the promise and what stands beside a comment; whoever answers every week reads the title and its headline.
 *
 *   reading   238 words a minute (Brysbaert 2019, “How many words do we read per minute?”)
 *   deciding  1.35 s a question, a tap 1.1 s (Card, Moran, Newell 1983, the keystroke-level model)
 *   writing   36.2 words a minute on a phone (Palin et al. 2019, “How do people type on mobile devices?”)
 *
 * Bounds: 60 KB, 300 ms, 0.05, 100 ms, and 60 s; ends with 1 where one is missed that does not hang on what else the machine does.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CDPSession, Page } from 'playwright-core'
import { type Running, start } from '../demo/running.ts'
import { languages } from '../locales/catalogue.ts'
import { newContext } from '../test/support/browser.ts'
import { endAll } from '../test/support/endings.ts'
import { client, links, pulseDraft } from '../test/support/world.ts'
import { run, sql } from '../src/db/db.ts'
import { seedHouse } from './fixture.ts'
import { seedOrganisation, userToken } from './seed.ts'
import { isSmoke, judge, size } from './size.ts'

parseArgs({ options: { smoke: { type: 'boolean', default: false } } })

const slowdown = 4
const phone = { width: 360, height: 740 }
const bounds = { kilobytes: 60, paintMs: 300, shift: 0.05, interactionMs: 100, seconds: 60 }
const judged = ['kilobytes', 'shift', 'seconds'] as const
type Figures = Record<keyof typeof bounds, number>

const wordsReadAMinute = 238
const wordsWrittenAMinute = 36.2
const decidingSeconds = 1.35
const tapSeconds = 1.1

const comment = 'The release went well, but reviews took days.'

const questions = [
  { id: 'week', type: 'mood', text: 'How was your week?', labels: ['Bad', 'Great'], required: true },
  {
    id: 'load',
    type: 'scale',
    text: 'I could do my work properly in the time I had',
    min: 1,
    max: 5,
    labels: ['Not at all', 'Easily'],
  },
  { id: 'clear', type: 'scale', text: 'I know what is expected of me', min: 1, max: 5 },
  { id: 'stuck', type: 'yes_no', text: 'Is something holding you up?', required: true },
  {
    id: 'where',
    type: 'single_choice',
    text: 'Where did you work most?',
    options: ['Office', 'Home', 'On the road'].map((text, at) => ({ id: `w${at}`, text })),
  },
  { id: 'more', type: 'text', text: 'What should we know?' },
]

/** Runs in each document from its start. */
const observing = `
  globalThis.seen = { paintMs: 0, shift: 0, interactionMs: 0 }
  const watch = (type, each, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more })
  watch('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') seen.paintMs = startTime })
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value })
  watch('event', ({ duration, interactionId }) => {
    if (interactionId) seen.interactionMs = Math.max(seen.interactionMs, duration)
  }, { durationThreshold: 16 })`

type Seen = Pick<Figures, 'paintMs' | 'shift' | 'interactionMs'>
const seen = (page: Page): Promise<Seen> => page.evaluate('({ ...seen })')

/** Two frames: what came last has been painted and told. */
const painted = (page: Page): Promise<unknown> =>
  page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))',
  )

/** The links of a survey that is open. */
async function opened({ db, url }: Running, count: number): Promise<string[]> {
  const house = await seedOrganisation(db)
  const [team] = await seedHouse(db, house.organisationId, { people: count, teams: 1, above: () => 0 })
  // Whoever was added lately is told so, which others are not.
  await run(db.tx, sql`update members set created_at = created_at - interval '90 days'`)
  const author = client(url, await userToken(db, house, ['pulses:read', 'pulses:write', 'links:read']))
  const created = await author.post('/api/pulses', pulseDraft([team], { questions }))
  const path = `/api/pulses/${created.body.id}`
  const { status, body } = await author.post(`${path}/open`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return (await links(author, path)).map((one) => one.url)
}

async function firstVisit(
  page: Page,
  session: CDPSession,
  url: string,
): Promise<Seen & { kilobytes: number }> {
  await page.context().clearCookies()
  await page.goto('about:blank')
  let bytes = 0
  const count = ({ encodedDataLength }: { encodedDataLength: number }): void =>
    void (bytes += encodedDataLength)
  session.on('Network.loadingFinished', count)
  await page.goto(url, { waitUntil: 'networkidle' })
  session.off('Network.loadingFinished', count)
  await painted(page)
  return { ...(await seen(page)), kilobytes: bytes / 1000 }
}

const wordsIn = (texts: readonly string[]): number =>
  texts.flatMap((text) => text.match(/\p{L}+/gu) ?? []).length

/** What the options of a question say, or the ends of its scale. */
const optionsOf = ({ labels = [], options = [] }: (typeof questions)[number]): string[] => [
  ...labels,
  ...options.map(({ text }) => text),
]

/** Seconds, the person's and the page's, from the first look to the receipt. */
async function answered(
  page: Page,
  url: string,
  isFirst: boolean,
): Promise<{ seconds: number; interactionMs: number }> {
  let person = 0
  let machine = 0
  let slowest = 0
  const timed = async (act: () => Promise<unknown>): Promise<void> => {
    const began = performance.now()
    await act()
    machine += (performance.now() - began) / 1000
  }
  const tapped = (act: () => Promise<unknown>): Promise<void> => {
    person += tapSeconds
    return timed(act)
  }
  const read = (...texts: readonly string[]): void => {
    person += (wordsIn(texts) / wordsReadAMinute) * 60
  }
  const question = (id: string) => page.locator(`[data-question="${id}"]`)
  await page.context().clearCookies()
  await timed(() => page.goto(url))
  const about = page.locator('.about')
  read(...(isFirst ? [await about.innerText()] : await about.locator('.title, p.headline').allInnerTexts()))
  await tapped(() => page.getByRole('button', { name: 'One question at a time' }).click())
  for (const [at, asked] of questions.entries()) {
    const { id, type, text } = asked
    await timed(() => question(id).waitFor())
    person += decidingSeconds
    if (isFirst && type === 'text') read(await question(id).innerText())
    else read(text, ...optionsOf(asked))
    if (type === 'text') {
      person += tapSeconds + (comment.split(' ').length / wordsWrittenAMinute) * 60
      await question(id).locator('textarea').fill(comment)
    } else {
      await tapped(() =>
        question(id)
          .locator('.option')
          .nth(at % 2)
          .tap(),
      )
    }
  }
  slowest = (await seen(page)).interactionMs
  await tapped(async () => {
    await page.getByRole('button', { name: 'Send answers' }).click()
    await page.waitForURL(/receipts/)
  })
  return { seconds: person + machine, interactionMs: slowest }
}

const share = (figure: number, bound: number): string => (figure / bound).toFixed(2)

async function benchmark(running: Running): Promise<void> {
  const context = await newContext({
    viewport: phone,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.addInitScript(observing)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })

  const [first, ...others] = await opened(running, size(6, 5))
  // While service and browser warm up.
  await firstVisit(page, session, first)
  const found: Partial<Figures>[] = []
  console.log(`each figure as a ratio of its bound; a processor ${slowdown} times slower than this one`)
  for (const language of size([...languages], ['en', 'hi'])) {
    const figures = await firstVisit(page, session, `${first}?lang=${language}`)
    found.push(figures)
    const [bytes, paint, shift] = (['kilobytes', 'paintMs', 'shift'] as const).map((name) =>
      share(figures[name], bounds[name]),
    )
    console.log(`first visit, ${language}: bytes ${bytes}, first paint ${paint}, shift ${shift}`)
  }
  for (const [at, url] of others.slice(0, size(5, 2)).entries()) {
    const isFirst = at === 0
    const figures = await answered(page, url, isFirst)
    // Judged by whom a check-in is for.
    if (!isFirst) found.push(figures)
    const time = share(figures.seconds, bounds.seconds)
    const interaction = share(figures.interactionMs, bounds.interactionMs)
    console.log(
      `six questions at the speed of a person, ${isFirst ? 'for the first time' : 'as every week'}: time ${time}, slowest interaction ${interaction}`,
    )
  }
  judge(found.some((figures) => judged.some((name) => (figures[name] ?? 0) > bounds[name])))
}

const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-answer-page-'))
process.env.SONDE_DATA_DIR = folder
const running = await start([], true)
try {
  await benchmark(running)
} finally {
  await endAll('process')
  await running.stop()
  await rm(folder, { recursive: true, force: true })
}
if (isSmoke) console.log('a small size shows that it works, not how fast it is')
