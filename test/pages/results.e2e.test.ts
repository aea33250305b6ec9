/** The results of a check-in and of pulses in a real browser, as a lead and as an admin read them, in every state that there is. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, beforeEach } from 'node:test'
import type { Page } from 'playwright-core'
import { everyQuestion } from '../support/visit.ts'
import { bodyOf } from '../support/clockwork.ts'
import { textsOfPages } from '../support/pdf.ts'
import { instancesOf } from '../support/recurring.ts'
import { analysed } from '../support/story.ts'
import { pulseDraft } from '../support/world.ts'
import { answer, newSurvey, startsAt } from './results-survey.ts'
import { picture } from '../support/visit.ts'
import { arriveAs } from './arrive.ts'
import { expectRefusals, isThere, isWell, isWellEverywhere, startSite, visit, visitAs } from './visit.ts'
import { storiesOf } from '../support/parts.ts'

const test = storiesOf('a lead reads what', 'nothing of other teams', 'comments are', 'what is not there')

const site = await startSite({ at: startsAt })
let survey: Awaited<ReturnType<typeof newSurvey>>

before(async () => {
  survey = await newSurvey(site)
})

const addressOf = (more = ''): string => `${site.pages}/app/check-ins/${survey.checkInId}/results${more}`
const pulseAddress = (id: string): string => `${site.pages}/app/pulses/${id}/results`

type Reader = {
  page: Page
  /** What the person has read, as the browser got it. */
  read: string[]
}

const viewport = { width: 1280, height: 900 }
const readers = new Map<'admin' | 'lead', Reader>()
after(() => Promise.all([...readers.values()].map(({ page }) => page.context().close())))

beforeEach(() => readers.forEach(({ page }) => expectRefusals(page, null)))

async function newReader(): Promise<Reader> {
  const page = await visit({ viewport })
  const read: string[] = []
  page.on('response', (reply) => {
    if (new URL(reply.url()).pathname.startsWith('/api/'))
      void reply.text().then(
        (text) => read.push(text),
        () => {},
      )
  })
  return { page, read }
}

/** Each signs in once, and does not leave the page that they want to be on. */
async function arrive(who: 'admin' | 'lead', address: string): Promise<Reader> {
  const known = readers.get(who)
  const reader = known ?? (await newReader())
  const { page } = reader
  readers.set(who, reader)
  if (!known) await arriveAs(page, site, address, survey[who])
  else if (page.url() !== address) await page.goto(address)
  await isThere(page)
  return reader
}

test('a lead of one team starts with that team, and everyone is a choice away', async () => {
  const { page } = await arrive('lead', addressOf())
  await page.waitForURL(new RegExp(`team=${survey.teams.platform.id}`))
  const teams = page.getByRole('navigation', { name: 'Teams' })
  await teams.locator('a[aria-current=page]', { hasText: 'Platform' }).waitFor()
  assert.equal(await teams.getByRole('link').first().textContent(), 'Platform')
  await teams.getByRole('link', { name: 'Everyone' }).click()
  await page.waitForURL(/team=everyone/)
  await page.getByRole('heading', { name: /of 43 answered$/ }).waitFor()
})

test('a lead reads what stands out, and how their team differs, by mouse', async () => {
  const { page } = await arrive('lead', addressOf('?team=everyone'))
  await page.getByRole('heading', { level: 1, name: 'How was your week?' }).waitFor()
  await page.getByRole('heading', { name: /of 43 answered$/ }).waitFor()
  await page
    .getByRole('region', { name: 'All questions' })
    .getByText(/^Rose$/)
    .first()
    .waitFor()
  // One line of the promise, and the rest of it on a press.
  await page.getByText('Names are never shown.', { exact: true }).waitFor()
  const managers = page.getByText('Managers see their own teams')
  assert.equal(await managers.isVisible(), false)
  await page.getByText('Who sees this').click()
  await managers.waitFor()
  await page.getByText('Scores need 5 people, comments 10 people.').waitFor()
  await picture(page, 'results-lead-1280-light')
  await page.getByRole('link', { name: 'Platform' }).click()
  await page.waitForURL(/team=tem_/)
  await isThere(page)
  await page.getByRole('button', { name: 'My tools let me do good work' }).click()
  const tools = page.getByRole('region', { name: /^“My tools let me do good work”/ })
  await tools.getByText(/^1\d answers/).waitFor()
  // Which survey of which day: the head of the page says it, and a print of one chart.
  const source = tools.getByText(/^Check-in ·\s/)
  await source.waitFor({ state: 'hidden' })
  await page.emulateMedia({ media: 'print' })
  await source.waitFor()
  await page.emulateMedia({ media: 'screen' })
  await tools.getByRole('button', { name: 'Show as table' }).click()
  await tools.getByRole('row', { name: /^5 / }).waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  assert.match(csv, /"Platform","My tools let me do good work","Mean",4\.\d+/)
  await page.goBack()
  await page.waitForURL(/team=everyone/)
})

test('nothing of other teams reaches a lead: not what is read, not the page', async () => {
  const { page, read } = await arrive('lead', addressOf('?team=everyone'))
  for (const team of ['Development', 'Platform']) {
    await page.getByRole('link', { name: team, exact: true }).click()
    await isThere(page)
  }
  const { legal, support, platform } = survey.teams
  const seen = [
    ...read,
    await page.content(),
    await page.evaluate<string>('JSON.stringify({ ...sessionStorage })'),
  ]
  assert.ok(seen.some((text) => text.includes(platform.id)))
  for (const text of seen) {
    assert.doesNotMatch(text, /Legal|Support"|Support</)
    for (const { id } of [legal, support]) assert.ok(!text.includes(id))
  }
  await page.goto(addressOf(`?team=${legal.id}`))
  await page.getByText('This team isn’t shown').waitFor()
  assert.doesNotMatch(await page.content(), /Legal/)
  await page.getByRole('link', { name: 'Show everyone' }).click()
  await page
    .getByRole('heading', { name: /rose since last time: \d/ })
    .first()
    .waitFor()
})

test('an admin is told where a team that is too small is counted', async () => {
  const { page } = await arrive('admin', addressOf())
  await page
    .getByText('Legal is not shown on its own: too few people. Its answers are counted in Development.')
    .waitFor()
  assert.equal(await page.getByRole('link', { name: 'Legal' }).count(), 0)
  await page.goto(addressOf(`?team=${survey.teams.legal.id}`))
  await page.getByRole('heading', { name: 'Legal isn’t shown on its own' }).waitFor()
  await isWell(page)
  await picture(page, 'results-hidden-1280-light')
})

test('earlier occurrences are a choice away, and the address keeps it', async () => {
  const { page } = await arrive('lead', addressOf('?team=everyone'))
  await page.getByLabel('Date').selectOption({ index: 1 })
  await page.waitForURL(/occurrence=cki_/)
  await isThere(page)
  await page.getByText('Asked for the first time').first().waitFor()
  await page.reload()
  await page.getByText('Asked for the first time').first().waitFor()
  await page.goBack()
  await page
    .getByText(/^Rose$/)
    .first()
    .waitFor()
})

test('a row says what a question scores and how it has changed, and unfolds to its chart', async () => {
  const { page } = await arrive('admin', addressOf())
  const list = page.getByRole('region', { name: 'All questions' })
  const row = list.getByRole('listitem').filter({ hasText: 'My tools let me do good work' })
  assert.match((await row.textContent()) ?? '', /\d\.\dLikely \d\.\d to \d\.\dRose, was \d\.\d/)
  const scales = 2
  // For each of them colours are explained once, and promoters are not called favourable.
  assert.equal(await list.getByText('Favourable', { exact: true }).count(), scales)
  const promoters = list.getByRole('button', { name: 'Would you recommend Fjordline as a place to work?' })
  // A scale of whole points has no decimals, wherever its range is said.
  await list.getByTitle(/^Mean [−+]?\d+, likely [−+]?\d+ to [−+]?\d+(?:, was|$)/).waitFor()
  await promoters.focus()
  await page.keyboard.press('Enter')
  const chart = page.getByRole('region', { name: /^eNPS / })
  await chart.getByRole('button', { name: 'Show as table' }).waitFor()
  // By team, where the bar of all is above it; of a small team there is its name and why nothing is shown.
  const teams = chart.getByRole('list', { name: 'Teams' }).getByRole('listitem')
  assert.match(await teams.filter({ hasText: 'Support' }).innerText(), /Support\s+\d+[^]*%[^]*[+−]?\d+$/)
  const legal = await teams.filter({ hasText: 'Legal' }).innerText()
  assert.match(legal, /Not shown on its own: too few people answered/)
  assert.doesNotMatch(legal, /\d/)
  assert.equal(await chart.getByRole('img', { name: /^Would you recommend/ }).count(), 0)
  await isWellEverywhere(page, (look) => picture(page, `results-by-team-${look}`))
  await page.setViewportSize(viewport)
  assert.equal(await list.getByText('Favourable', { exact: true }).count(), scales)
  // A link to a question shows all of it.
  await page.goto(addressOf('#question-tools'))
  await page.reload()
  await page.locator('#question-tools').getByRole('button', { name: 'Show as table' }).waitFor()
})

test('comments are searched, and read by theme', async () => {
  const { page } = await arrive('admin', addressOf())
  const comments = page.locator('#comments')
  await comments.getByText(/^\d+ comments$/).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('deadlines')
  await comments
    .getByText(/comments found/)
    .first()
    .waitFor()
  await page.waitForURL(/q=deadlines/)
  assert.equal(await comments.getByText('Search in the new tool').count(), 0)
  await comments.getByRole('searchbox').fill('nobody wrote this')
  await comments.getByText('No comments found').first().waitFor()
  await comments.getByRole('link', { name: 'Clear filters' }).click()
  const tools = comments.getByRole('link', { name: /^Tools and workplace/ })
  assert.match(await tools.innerText(), /Positive\s+0 of \d+ negative$/)
  // Nobody is singled out: the bar is divided, here into one part.
  assert.equal(await tools.locator('[data-part]').count(), 1)
  assert.equal(await tools.locator('[data-part="other"]').count(), 1)
  const workload = comments.getByRole('link', { name: /^Workload/ })
  assert.match(await workload.innerText(), /Negative\s+(\d+) of \1 negative$/)
  assert.equal(await workload.locator('[data-part="negative"]').count(), 1)
  await tools.click()
  const people = /\((\d+)\)/.exec(await tools.innerText())?.[1]
  await comments.getByText(new RegExp(`^[1-9] examples? of what ${people} people wrote`)).waitFor()
  await comments.getByRole('link', { name: /^Read all \d+$/ }).click()
  await comments.getByText(/^\d+ comments$/).waitFor()
  await tools.click()
  await comments.getByText(/examples? of what/).waitFor()
  await isWell(page)
})

test('results are well in both themes, wide and narrow', async () => {
  const { page } = await arrive('admin', addressOf())
  await isWellEverywhere(page, (look) => picture(page, `results-admin-${look}`))
})

test('a lead reads results in German', async () => {
  const { page: known } = await arrive('lead', addressOf())
  const page = await visitAs(known, { locale: 'de-DE', viewport })
  await page.goto(addressOf('?team=everyone'))
  await page.getByText('Wichtigste Erkenntnis').waitFor()
  await page
    .getByText(/seit dem letzten Mal/)
    .first()
    .waitFor()
  await page.getByText('Arbeitsmittel und Arbeitsplatz', { exact: true }).waitFor()
  await isWell(page)
  await picture(page, 'results-lead-1280-german')
  await page.context().close()
})

type Draft = Record<string, unknown>

async function newPulse(more: Draft = {}, answers?: (at: number) => unknown): Promise<string> {
  const { author, teams, world } = survey
  const draft = pulseDraft([teams.platform.id], { results_audience: undefined, ...more })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  if (answers) {
    await bodyOf(author.post(`/api/pulses/${id}/open`))
    await answer(world, author, `/api/pulses/${id}`, answers)
  }
  return id
}

async function closed(id: string): Promise<string> {
  await bodyOf(survey.author.post(`/api/pulses/${id}/close`))
  await analysed(survey.author, `/api/pulses/${id}/results`)
  return id
}

test('every type of question has its picture', async () => {
  const values: Draft = {
    calm: 4,
    again: 9,
    mood: 3,
    told: true,
    cause: 'alerts',
    helped: ['runbook', 'people'],
    first: ['owners', 'alerts', 'rota'],
    hours: 12,
    since: '2026-10-01',
    noise: 40,
    room: 4,
    'desk.chair': 5,
    'desk.light': 2,
  }
  const id = await closed(
    await newPulse({ questions: everyQuestion }, (at) => [
      ...Object.entries(values).map(([question_id, value]) => ({
        question_id,
        value: question_id === 'calm' ? 1 + (at % 5) : question_id === 'told' ? at % 3 > 0 : value,
      })),
      ...(at % 3 > 0 ? [{ question_id: 'who', text: 'The lead of the team' }] : []),
      { question_id: 'why', text: 'Nobody knew who owned the service.' },
    ]),
  )
  const { page } = await arrive('admin', pulseAddress(id))
  await page.getByText('Too many alerts', { exact: true }).waitFor()
  await page
    .getByText(/\d+% said yes, \d+% no/)
    .first()
    .waitFor()
  await page.getByText('Ownership', { exact: true }).waitFor()
  await page.getByText('Promoters (9–10)').waitFor()
  await page.getByText('Single dates are not shown.').waitFor()
  // Each row of a matrix has its own picture.
  for (const id of ['noise', 'room', 'desk.chair', 'desk.light']) {
    const row = page.locator(`[id="question-${id}"]`)
    await row.getByRole('button').first().click()
    await page
      .locator(`[id="question-${id}"] section`)
      .getByRole('button', { name: 'Show as table' })
      .waitFor()
  }
  for (const id of ['who', 'room.comment'])
    await page.locator(`[id="question-${id}"]`).getByText('Comments are shown from 10 answers.').waitFor()
  // What all of them wrote in the same words stands once, and counts as often as it was written.
  const why = page.locator('[id="question-why"]')
  const said = (await why.getByText(/^\d+ comments$/).textContent()) ?? ''
  assert.equal(await why.locator('li').count(), 1)
  await why.getByText(`×${Number.parseInt(said, 10)}`, { exact: true }).waitFor()
  await isWellEverywhere(page, (look) => picture(page, `results-every-${look}`))
})

test('what is not there yet, or may not be seen, is said in words', async () => {
  const few = (at: number) => [{ question_id: 'calm', value: 1 + (at % 5) }]
  const open = await newPulse({ closes_at: '2026-11-20T12:00:00Z' }, few)
  const draft = await newPulse()
  const { author } = survey
  // In a survey that is not by name, nobody and one look the same.
  const [silent, named] = [await newPulse(), await newPulse({ confidentiality: { mode: 'attributed' } })]
  for (const id of [silent, named]) {
    await bodyOf(author.post(`/api/pulses/${id}/open`))
    await closed(id)
  }
  const { page } = await arrive('admin', pulseAddress(open))
  expectRefusals(page, /status of (403|404|500)/)
  const says = async (id: string, text: string): Promise<void> => {
    await arrive('admin', pulseAddress(id))
    await page.getByRole('heading', { name: text }).waitFor()
    await isWell(page)
  }
  await says(open, 'Still open')
  await page.getByText(/Results appear after it closes on Nov 20, 2026/).waitFor()
  await page.getByRole('heading', { name: /of \d+ answered$|^\d+ asked/ }).waitFor()
  await picture(page, 'results-open-1280-light')
  await says(draft, 'Not opened yet')
  await says(silent, 'Too few answers to show results')
  await page.getByText(/At least 5 people have to answer/).waitFor()
  await says(named, 'Nobody answered')
  await says('pls_01m889gnegesj8y63egwgqvwt4', 'This survey isn’t here')
  const [next] = (await instancesOf(author, `/api/check-ins/${survey.checkInId}`)).slice(-1)
  await bodyOf(
    author.post(`/api/check-in-instances/${next.id}/skip`, { reason: 'everybody is at the summit' }),
  )
  await arrive('admin', addressOf(`?occurrence=${next.id}`))
  await page.getByRole('heading', { name: 'Skipped' }).waitFor()
  await page.getByText('Nobody was asked at this date. Reason: everybody is at the summit').waitFor()
  await isWell(page)
  await page.route(/\/api\/.*\/results$/, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: '{"code":"internal","title":"Something went wrong"}',
    }),
  )
  await says(open, 'Couldn’t load this')
  const private_ = await closed(
    await newPulse({ confidentiality: { mode: 'anonymous', results_audience: 'listed' } }, few),
  )
  const lead = await arrive('lead', addressOf())
  expectRefusals(lead.page, /status of 403/)
  await arrive('lead', pulseAddress(private_))
  await lead.page.getByRole('heading', { name: 'These results aren’t shared with you' }).waitFor()
  await isWell(lead.page)
  await picture(lead.page, 'forbidden-1280-light')
})

test('on paper there are the results, and nothing to press', async () => {
  const { page } = await arrive('lead', addressOf('?team=everyone'))
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.getByRole('link', { name: 'Present' }).isVisible(), false)
  for (const name of ['Teams', 'Breadcrumb', 'Main navigation'])
    assert.equal(await page.getByRole('navigation', { name }).isVisible(), false, name)
  assert.equal(await page.getByRole('searchbox').isVisible(), false)
  await picture(page, 'results-print')
  const sheets = textsOfPages(await page.pdf({ format: 'A4' }))
  assert.ok(sheets.length > 1)
  for (const sheet of sheets) {
    assert.match(sheet, /How was your week\? ·\sCheck-in.* Names are never shown\. Scores need 5 people/)
    assert.match(sheet, /Managers see their own teams/)
    assert.doesNotMatch(sheet, /Heat map|Exports/)
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  assert.equal(await page.evaluate('getComputedStyle(document.documentElement).colorScheme'), 'light')
  await page.emulateMedia({ media: null, colorScheme: null })
})
