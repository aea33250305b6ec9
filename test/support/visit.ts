/** For tests in a browser: a pulse with every type of question, and a visitor whose test fails on errors of the browser. */
import assert from 'node:assert/strict'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { newContext } from './browser.ts'
import { type Client, eventually, links, pulseDraft, type World } from './world.ts'

export const everyQuestion = [
  {
    id: 'calm',
    type: 'scale',
    text: 'I could work calmly',
    min: 1,
    max: 5,
    labels: ['Not at all', 'Very'],
    required: true,
  },
  { id: 'again', type: 'enps', text: 'How likely are you to recommend working here?' },
  { id: 'mood', type: 'mood', text: 'How was your week?' },
  { id: 'told', type: 'yes_no', text: 'Were you told what happened?' },
  {
    id: 'who',
    type: 'text',
    text: 'Who told you?',
    required: true,
    max_length: 80,
    show_if: { question_id: 'told', any_of: [true] },
  },
  {
    id: 'cause',
    type: 'single_choice',
    text: 'What weighed most?',
    options: [
      { id: 'alerts', text: 'Too many alerts' },
      { id: 'owners', text: 'Nobody knew who owned what' },
    ],
    other: true,
  },
  {
    id: 'helped',
    type: 'multi_choice',
    text: 'What helped?',
    max_picks: 2,
    options: [
      { id: 'runbook', text: 'The runbook' },
      { id: 'people', text: 'People who stepped in' },
      { id: 'tools', text: 'Our tools' },
    ],
  },
  {
    id: 'first',
    type: 'ranking',
    text: 'What should change first?',
    options: [
      { id: 'alerts', text: 'Alerts' },
      { id: 'owners', text: 'Ownership' },
      { id: 'rota', text: 'The rota' },
    ],
  },
  {
    id: 'hours',
    type: 'number',
    text: 'How many hours did it cost you?',
    min: 0,
    max: 100,
    unit: 'hours',
  },
  { id: 'since', type: 'date', text: 'Since when has it been like this?' },
  { id: 'why', type: 'text', text: 'What got in the way?', help: 'One or two sentences are plenty.' },
  { id: 'next', type: 'statement', text: 'Now think of the room.' },
  {
    id: 'noise',
    type: 'slider',
    text: 'How loud is it?',
    min: 0,
    max: 100,
    step: 10,
    unit: 'dB',
    labels: ['Silent', 'Deafening'],
  },
  {
    id: 'room',
    type: 'icons',
    text: 'How good is the room?',
    labels: ['Poor', 'Great'],
    allow_comment: true,
  },
  {
    id: 'desk',
    type: 'matrix',
    text: 'How well do these work?',
    rows: [
      { id: 'chair', text: 'The chair' },
      { id: 'light', text: 'The light above the desk' },
    ],
    max: 7,
    labels: ['Badly', 'Well'],
  },
]

export type Opened = { path: string; urls: string[]; author: Client }

export async function openPulse(
  world: World,
  more: Record<string, unknown> = {},
  count = 6,
): Promise<Opened> {
  const author = await world.user()
  const team = await world.team('Platform', count)
  const draft = pulseDraft([team.id], {
    questions: everyQuestion,
    description: 'A minute is enough. It decides what we change first.',
    ...more,
  })
  const { body } = await author.post('/api/pulses', draft)
  const path = `/api/pulses/${body.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  return { path, author, urls: (await links(author, path)).map(({ url }) => url) }
}

export type Visitor = { page: Page; context: BrowserContext; close: () => Promise<void> }

/** Fails the test at the end when the console had an error or a request went to another origin. */
export async function visit(options: BrowserContextOptions, world: World): Promise<Visitor> {
  const context = await newContext(options)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('request', (request) => !request.url().startsWith(world.url) && faults.push(request.url()))
  return {
    page,
    context,
    close: async () => {
      await context.close()
      assert.deepEqual(faults, [])
    },
  }
}

export const phone = { viewport: { width: 360, height: 740 }, javaScriptEnabled: true }

/** A screenshot of the whole page, or of what is visible, into the folder that SONDE_SCREENSHOTS names. */
export async function picture(page: Page, name: string, { isWhole = true } = {}): Promise<void> {
  const folder = process.env.SONDE_SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: isWhole })
}

/**
 * Waits for an expression of the page. Playwright's waitForFunction looks once by the debugger and then by a script of the page, which pages
 * refuse to evaluate (their content security policy): it holds at once or never.
 */
export const comesTrue = (page: Page, expression: string): Promise<unknown> =>
  eventually(() => page.evaluate<unknown>(expression), Boolean)

export const noSidewaysScrolling = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth <= innerWidth')
