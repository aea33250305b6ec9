/** Heat map, trends and themes as somebody of HR reads them: by mouse, by keys alone, on a phone, in the dark, in German. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { newStory, type Story, storyBegins } from '../support/story.ts'
import { instancesOf } from '../support/recurring.ts'
import { picture } from '../support/visit.ts'
import { arriveAs } from './arrive.ts'
import { isThere, isWell, isWellEverywhere, startPeopledSite, visit, visitAs } from './visit.ts'

const { site, world, admin } = await startPeopledSite({ at: storyBegins })

const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, refusals: /403|422/ })
const heatMap = `${site.pages}/app/heat-map`
const trends = `${site.pages}/app/trends`
const themes = `${site.pages}/app/themes`

async function open(address: string, on = page): Promise<void> {
  await on.goto(address)
  await isThere(on)
}

test('before the first survey has closed the pages say what will be there', async () => {
  await arriveAs(page, site, heatMap, admin)
  await page.getByRole('heading', { name: 'No results yet' }).waitFor()
  await isWell(page)
  await open(trends)
  await page.getByRole('heading', { name: 'No check-ins yet' }).waitFor()
  await isWell(page)
  await open(themes)
  await page.getByRole('heading', { name: 'No results yet' }).waitFor()
  await isWell(page)
})

let story: Story

test('then five weeks pass, and the sixth is skipped', async () => {
  story = await newStory(world)
  world.running.clock!.set(new Date('2026-11-16T06:00:00Z'))
  const instances = await instancesOf(story.author, `/api/check-ins/${story.checkInId}`)
  const next = instances.find(({ state }) => state === 'scheduled')
  assert.equal((await story.author.post(`/api/check-in-instances/${next.id}/skip`)).status, 200)
})

const grid = page.getByRole('treegrid', { name: 'Teams by drivers' })

/** What the service has told the page, object by object. */
const received: unknown[] = []
page.on('response', (response) => {
  if (new URL(response.url()).pathname.startsWith('/api/'))
    void response.json().then(
      (body) => received.push(body),
      () => {},
    )
})

function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const inside of Object.values(value)) yield* objectsIn(inside)
}

test('somebody sees which team differs, opens what is behind it, and sends the address', async () => {
  await open(heatMap)
  await grid.getByRole('row', { name: /^Everyone/ }).waitFor()
  assert.deepEqual(await grid.getByRole('columnheader').allInnerTexts(), [
    'Team',
    'Workload',
    'eNPS',
    'Answers',
  ])
  const platform = grid.getByRole('row', { name: /^Platform/ })
  // A score, in the colour of its difference from everyone else.
  const cell = platform.getByRole('gridcell').first()
  await cell.locator('[data-tone]:not([data-tone="none"])').waitFor()
  const tone = await cell.locator('[data-tone]').getAttribute('data-tone')
  const everyoneRow = grid.getByRole('row', { name: /^Everyone/ })
  assert.equal(await everyoneRow.locator('[data-tone="none"]').count(), 2)
  await page.getByRole('radio', { name: 'Against everyone else' }).check()
  await everyoneRow.locator('[data-none]').first().waitFor()
  // Nothing of it is kept back.
  assert.equal(await everyoneRow.locator('[data-hidden]').count(), 0)
  assert.equal(await cell.locator('[data-tone]').getAttribute('data-tone'), tone)
  await page.getByRole('radio', { name: 'Score' }).check()
  await platform.getByRole('gridcell').first().click()
  const drawer = page.getByRole('dialog', { name: 'Platform · Workload' })
  await drawer.getByText('Everyone else: ', { exact: false }).waitFor()
  await drawer.getByRole('img', { name: /^Workload:.*favourable/ }).waitFor()
  await drawer.getByText(/rising over 5 instances/).waitFor()
  await isWellEverywhere(page, (look) => picture(page, `heat-drawer-${look}`))
  const address = page.url()
  assert.match(address, new RegExp(`cell=${story.teams.inner.id}\\.load`))
  await page.goBack()
  await drawer.waitFor({ state: 'detached' })
  await open(address)
  await drawer.waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
})

test('a hidden team has a reason, and no figure of it is in the page’s memory', async () => {
  const { small } = story.teams
  const design = grid.getByRole('row', { name: /^Design/ })
  const words = await design.innerText()
  assert.match(words, /Not shown on its own: too few people\. Counted in (Everyone|Development)/)
  assert.doesNotMatch(words, /\d/)
  for (const mode of ['change', 'rest']) {
    await open(`${heatMap}?mode=${mode}`)
    assert.doesNotMatch(await design.innerText(), /\d/)
  }
  await open(`${heatMap}?cell=${small.id}.load`)
  await page.getByRole('dialog').getByText('Not shown on its own', { exact: false }).waitFor()
  await open(`${trends}?team=${small.id}`)
  await page.getByText('Not shown on its own', { exact: false }).waitFor()
  const about = received
    .flatMap((body) => [...objectsIn(body)])
    .filter(
      ({ team_id: team, scope }) =>
        team === small.id || (scope as { team_id?: unknown } | null)?.team_id === small.id,
    )
  assert.ok(about.length > 0)
  for (const one of about)
    assert.deepEqual(
      Object.keys(one).filter((key) =>
        /^(n|value|mean|enps|distribution|questions|series|points)$/.test(key),
      ),
      [],
      JSON.stringify(one),
    )
})

test('changes and differences from the rest have signs, and the address holds mode, date and order', async () => {
  await open(heatMap)
  await isWellEverywhere(page, (look) => picture(page, `heat-map-${look}`))
  await page.getByRole('radio', { name: 'Change' }).check()
  await grid
    .getByRole('gridcell', { name: /^\+0\.4/ })
    .first()
    .waitFor()
  await page.getByRole('heading', { name: /rose clearly|Nothing has changed/ }).waitFor()
  await isWellEverywhere(page, (look) => picture(page, `heat-change-${look}`))
  await page.getByRole('radio', { name: 'Against everyone else' }).check()
  await grid.getByRole('row', { name: /^Everyone.*nobody else to compare with/i }).waitFor()
  assert.match(page.url(), /mode=rest/)
  await page.goBack()
  await page.goBack()
  assert.doesNotMatch(page.url(), /mode/)
  await page.getByLabel('Date').selectOption({ index: 4 })
  await page.waitForURL(/instance=cki_/)
  await page.getByRole('radio', { name: 'Change' }).check()
  await page.getByRole('heading', { name: 'This is the first date of the check-in' }).waitFor()
  await page.getByRole('link', { name: 'Show scores' }).click()
  await grid.getByRole('button', { name: 'Workload' }).click()
  await page.waitForURL(/sort=load/)
  assert.equal(await grid.locator('[aria-sort=ascending]').innerText(), 'Workload ↑')
})

test('a change is the difference of the two figures that the page shows for its two dates', async () => {
  /** The number in each cell of a date, by its place; a cell without one is left out. */
  const numbersAt = async (mode: string, instance: string): Promise<Map<string, number>> => {
    await open(`${heatMap}?instance=${instance}${mode}`)
    await grid.getByRole('row', { name: /^Everyone/ }).waitFor()
    const cells = await grid.locator('[data-row]').all()
    const read = await Promise.all(
      cells.map(async (cell) => {
        const text = (await cell.innerText()).replace('−', '-')
        return [(await cell.getAttribute('data-row')) ?? '', /^[-+]?\d+(\.\d+)?/.exec(text)?.[0]] as const
      }),
    )
    return new Map(
      read.flatMap(([place, text]) => (text === undefined ? [] : [[place, Number(text)] as const])),
    )
  }
  await open(heatMap)
  const dates = await page.getByLabel('Date').locator('option').all()
  const instances = await Promise.all(dates.map(async (date) => (await date.getAttribute('value')) ?? ''))
  const scores: Map<string, number>[] = []
  for (const instance of instances) scores.push(await numbersAt('', instance))
  let count = 0
  for (const [at, instance] of instances.slice(0, -1).entries())
    for (const [place, change] of await numbersAt('&mode=change', instance)) {
      const [now, before] = [scores[at].get(place), scores[at + 1].get(place)]
      if (now === undefined || before === undefined) continue
      assert.equal(change.toFixed(1), (now - before).toFixed(1), `${place} of ${instance}`)
      count += 1
    }
  assert.ok(count > 20, String(count))
})

test('by keys alone: through the cells, into one and back, a team folded', async () => {
  await grid.locator('[tabindex="0"]').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Development · Workload' }).waitFor()
  // A way on to the results and to what people wrote.
  const drawer = page.getByRole('dialog')
  assert.match(
    (await drawer.getByRole('link', { name: 'See results' }).getAttribute('href')) ?? '',
    /results\?.*team=tem_.*#question-load$/,
  )
  await drawer.getByRole('link', { name: 'Read the comments' }).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  // Back where it was opened from.
  await grid.locator(`[data-row="${story.teams.top.id}.load"]:focus`).waitFor()
  await page.keyboard.press('Home')
  await page.keyboard.press(' ')
  await grid.getByRole('row', { name: /^Platform/ }).waitFor({ state: 'detached' })
  await page.keyboard.press(' ')
  await grid.getByRole('row', { name: /^Platform/ }).waitFor()
})

test('the figures are a table and a file, in which what is hidden is said in words', async () => {
  const frame = page.locator('#heat-map')
  await frame.getByRole('button', { name: 'Show as table' }).click()
  await frame.getByRole('row', { name: /^Design Not shown on its own/ }).waitFor()
  await isWell(page)
  await frame.getByRole('button', { name: 'Show as chart' }).click()
  for (const [item, begin] of [
    ['Save as CSV', '\ufeff"Team","Workload","eNPS","Answers"'],
    ['Save as picture', '\ufffdPNG'],
  ]) {
    await frame.getByRole('button', { name: 'Save and share' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      frame.getByRole('button', { name: item }).click(),
    ])
    assert.ok((await readFile(await file.path())).toString().startsWith(begin), item)
  }
})

test('trends: a chart a question with its verdict, a skipped date as a gap, for everyone and for a team', async () => {
  await open(trends)
  const load = page.getByRole('region', { name: /^Workload: \d\.\d$/ })
  await load.getByText(/My work can be done in time.*rising/).waitFor()
  await load.getByText(/^↑ Rose from \d\.\d to \d\.\d$/).waitFor()
  await load.getByRole('slider', { name: 'Workload' }).waitFor()
  await load.getByText('16 Nov: not asked').waitFor()
  await page
    .getByRole('region', { name: /^eNPS: / })
    .getByText(/no clear trend|could be chance|advise a friend/i)
    .first()
    .waitFor()
  // What all charts have in common is said once, above them, and each of a pair begins where the other does.
  assert.equal(
    await page
      .getByText(/12 Oct 2026 to 9 Nov 2026/)
      .filter({ visible: true })
      .count(),
    1,
  )
  const participation = page.getByRole('region', { name: /^Participation: \d+%$/ })
  assert.equal(await participation.getByText('Participation', { exact: true }).count(), 0)
  const tops = await page.evaluate<number[]>(
    `[...document.querySelectorAll('main section figure')].slice(0, 2).map((one) => Math.round(one.getBoundingClientRect().top))`,
  )
  assert.equal(tops.length, 2)
  assert.equal(tops[0], tops[1])
  await isWellEverywhere(page, (look) => picture(page, `trends-${look}`))
  await load.getByRole('button', { name: 'Show as table' }).click()
  assert.equal(await load.getByRole('row').count(), 6)
  await page.getByLabel('Team').selectOption({ label: 'Platform' })
  await page.waitForURL(new RegExp(`team=${story.teams.inner.id}`))
  await load.getByRole('slider').waitFor()
  await page.getByLabel('Team').selectOption({ label: 'Design (not shown)' })
  await page.getByText('Not shown on its own', { exact: false }).waitFor()
  assert.equal(await page.getByRole('slider').count(), 0)
})

test('themes: how many name each and in which tone, what is behind it, the comments themselves, and a team that is not shown', async () => {
  await open(themes)
  const list = page.getByRole('list', { name: 'Themes of Everyone' })
  const workload = list.getByRole('listitem').filter({ hasText: 'Workload' })
  await workload
    .getByText('Mostly negative')
    .or(workload.getByText('Negative', { exact: true }))
    .waitFor()
  const words = await workload.innerText()
  assert.match(words, /was \d+\s?%/)
  // Why there is no quote is said once, below the list.
  assert.doesNotMatch(words, /No quote/)
  await page
    .getByText(/Where there is no quote, no comment that may be quoted is mainly about the theme\./)
    .waitFor()
  const { themes: told } = await story.read('themes', `?check_in_instance_id=${story.last}`)
  const figures: any[] = told.find(({ scope }: any) => scope.team_id === null).themes
  const rows = list.getByRole('listitem')
  for (const { theme, people, negative, rated } of figures) {
    const row = rows.and(page.locator(`[data-row="${theme}"]`))
    const text = await row.innerText()
    const isCounted = [negative, rated - negative, people - rated].every((part) => part === 0 || part > 2)
    assert.equal(Number(/\d+% \((\d+)\)/.exec(text)?.[1]), people, text)
    assert.deepEqual(
      /(\d+) of (\d+) negative/.exec(text)?.slice(1).map(Number),
      isCounted && rated > 0 ? [negative, rated] : undefined,
      text,
    )
    assert.equal((await row.locator('[data-part="whole"]').count()) === 0, isCounted, text)
  }
  await page
    .getByText(/at least 10 people commented, and each theme takes at least 3 people who name it/)
    .waitFor()
  await isWellEverywhere(page, (look) => picture(page, `themes-${look}`))
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByLabel('Order').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Order').waitFor()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByLabel('Order').selectOption({ label: 'Most negative' })
  await page.waitForURL(/sort=negative/)
  await workload.getByRole('link').press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Workload' })
  await drawer
    .getByText(/people commented/)
    .first()
    .waitFor()
  await drawer.getByText('How this was found', { exact: true }).click()
  await drawer.getByText('What was measured').waitFor()
  const { insights } = (
    await story.program.get(`/api/insights?kind=theme&everyone=true&check_in_instance_id=${story.last}`)
  ).body
  const { quotes } = insights.find(({ subject }: any) => subject === 'workload').value
  assert.deepEqual(await drawer.locator('blockquote').allInnerTexts(), quotes)
  // Nobody of the story writes mainly about the workload, so the page says why nothing is quoted.
  assert.deepEqual(quotes, [])
  await drawer
    .getByText('No quote: no comment that may be quoted is mainly about this and in its tone.')
    .waitFor()
  await isWellEverywhere(page, (look) => picture(page, `themes-drawer-${look}`))
  await drawer.getByRole('link', { name: 'Read the comments' }).click()
  await page.getByRole('region', { name: /people who commented mention/ }).waitFor()
  assert.match(
    page.url(),
    new RegExp(`occurrence=${story.last}&?.*theme=workload|theme=workload.*occurrence=${story.last}`),
  )
  await page.goBack()
  await drawer.waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await page.getByLabel('Team').selectOption({ label: 'Design (not shown)' })
  await page.getByText('Not shown on its own', { exact: false }).waitFor()
  assert.equal(await list.count(), 0)
})

test('who may not read the results is told so, and what failed can be tried again', async () => {
  const results = /\/api\/check-in-instances\/\w+\/results/
  for (const [address, title] of [
    [heatMap, 'These results are not shared with you'],
    [trends, 'These results are not shared with you'],
    [themes, 'These results are not shared with you'],
  ]) {
    await page.route(results, (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'results_not_shared', status: 403 }),
      }),
    )
    await open(address)
    await page.getByRole('heading', { name: title }).waitFor()
    await isWell(page)
    await page.unroute(results)
  }
  const scores = /\/api\/insights\/scores/
  await page.route(scores, (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'unprocessable', status: 422, detail: 'Broken', request_id: 'req_1' }),
    }),
  )
  await open(heatMap)
  await page.getByRole('alert').getByText('req_1').waitFor()
  await page.unroute(scores)
  await page.getByRole('button', { name: 'Try again' }).click()
  await grid.waitFor()
})

test('in German', async () => {
  const german = await visitAs(page, { locale: 'de-DE', viewport: { width: 1280, height: 900 } })
  await open(heatMap, german)
  await german.getByRole('columnheader', { name: 'Arbeitsmenge' }).waitFor()
  await german.getByText('Nicht einzeln gezeigt: zu wenige Personen.', { exact: false }).waitFor()
  await isWell(german)
  await picture(german, 'heat-german')
  await open(trends, german)
  await german.getByText(/steigt seit 5 Durchgängen/).waitFor()
  await isWell(german)
  await open(themes, german)
  await german
    .getByText(/Personen, die etwas schrieben/)
    .first()
    .waitFor()
  await isWell(german)
  await german.context().close()
})
