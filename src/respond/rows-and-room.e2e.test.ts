/** Where parts of the answer page stand: what opens covers no promise, rows begin where their question does, and what belongs together has room around it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { languages } from '../../locales/catalogue.ts'
import { newPeopledWorld } from '../../test/support/people.ts'
import { png } from '../../test/support/pictures.ts'
import {
  everyQuestion,
  noSidewaysScrolling,
  openPulse,
  type Visitor,
  visit,
} from '../../test/support/visit.ts'
import { eventually, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

const long = 'Außerordentlich beeinträchtigend für alle, die hier arbeiten'
const rows = ['One', 'Another'].map((text) => ({ id: text.toLowerCase(), text }))
const slider = { type: 'slider', min: 0, max: 100, step: 10, unit: 'dB' }
const questions = [
  ...everyQuestion,
  { id: 'five', type: 'matrix', text: 'And these?', max: 5, labels: ['Badly', 'Well'], rows },
  { ...slider, id: 'loud', text: 'How loud is it now?', labels: ['Silent', long] },
]
const phone = { width: 360, height: 740 }
const wide = { width: 1280, height: 800 }
const modes = ['anonymous', 'confidential', 'attributed'] as const

let world: World
const urls = {} as Record<(typeof modes)[number], string[]>
const visitors: Visitor[] = []

before(async () => {
  world = await newWorld()
  const author = await world.user()
  const team = await world.team('Platform', 6)
  for (const mode of modes) {
    const more = { questions, confidentiality: { mode }, description: 'A minute is enough.' }
    const { body } = await author.post('/api/pulses', pulseDraft([team.id], more))
    assert.equal((await author.post(`/api/pulses/${body.id}/open`)).status, 200)
    urls[mode] = (await links(author, `/api/pulses/${body.id}`)).map(({ url }) => url)
  }
  await world.running.db.pool.query('update collections set recent_members = 0')
  for (const viewport of [phone, wide])
    visitors.push(await visit({ viewport, reducedMotion: 'reduce', hasTouch: viewport === phone }, world))
})
after(async () => {
  for (const visitor of visitors)
    await visitor.close().catch((error: Error) => assert.match(error.message, /404|422|503/))
})

const boxOf = async (what: Locator) => (await what.boundingBox())!
const question = (page: Page, id: string): Locator => page.locator(`[data-question=${id}]`)
const isNear = (one: number, other: number, what: string): void =>
  assert.ok(Math.abs(one - other) <= 1, `${what}: ${one} and ${other}`)

test('which answers count, and how to change them, is said above its question, over no promise, and within the column', async () => {
  for (const { page } of visitors)
    for (const language of ['en', 'de', 'ar']) {
      await page.goto(`${urls.anonymous[0]}?lang=${language}`)
      await page.locator('details.already > summary').click()
      const look = await page.locator('details.already > summary').evaluate((it) => {
        const { content } = getComputedStyle(it, '::after')
        return `${getComputedStyle(it).textDecorationLine} ${content}`
      })
      assert.equal(look, 'underline none', 'as what is beside it, on every screen')
      const [said, asked, promise, column] = await Promise.all(
        ['details.already > p', 'details.already > summary', '.promise', 'form[data-answer]'].map((what) =>
          boxOf(page.locator(what)),
        ),
      )
      const where = `${language}: ${JSON.stringify([said, asked, promise, column])}`
      assert.ok(said.y + said.height <= asked.y + asked.height / 2 && asked.y < promise.y, where)
      assert.ok(said.y >= 0, where)
      assert.ok(said.x >= column.x - 1 && said.x + said.width <= column.x + column.width + 1, where)
      if (page.viewportSize()!.width === wide.width && language !== 'ar')
        isNear(said.x + said.width, column.x + column.width, 'its end')
    }
})

test('where there is room, rows of a matrix begin and end where their question does, however many steps they have', async () => {
  const { page } = visitors[1]
  await page.goto(urls.confidential[0])
  for (const id of ['desk', 'five']) {
    const heading = await boxOf(question(page, id).locator('legend'))
    const row = question(page, id).locator('.row').first()
    const [what, last] = [await boxOf(row.locator('.what')), await boxOf(row.locator('.option').last())]
    isNear(what.x, heading.x, id)
    isNear(last.x + last.width, heading.x + heading.width, id)
  }
})

test('on a phone a short word at one end of a scale is whole, however long the other is', async () => {
  const { page } = visitors[0]
  const scale = { id: 'tired', type: 'scale', text: 'How tired?', min: 0, max: 10 }
  const words = {
    en: ['Not at all', 'Completely exhausted, and for more than a few days by now'],
    ar: ['لا على الإطلاق', 'منهك تمامًا ومنذ أكثر من بضعة أيام حتى الآن دون انقطاع'],
  }
  for (const [language, labels] of Object.entries(words))
    for (const at of [0, 1]) {
      const other = await newWorld({ running: world.running })
      const own = await openPulse(other, {
        language,
        questions: [{ ...scale, labels: at === 0 ? labels : labels.toReversed() }],
      })
      await page.goto(`${own.urls[0]}?lang=${language}`)
      const ends = question(page, 'tired').locator('.ends > span')
      const lines = await ends.evaluateAll((all) =>
        all.map((one) => {
          const range = document.createRange()
          range.selectNodeContents(one)
          const { height } = range.getBoundingClientRect()
          return Math.round(height / parseFloat(getComputedStyle(one).lineHeight))
        }),
      )
      assert.equal(lines[at], 1, `${language}: ${lines}`)
      assert.ok(lines[1 - at] > 1, `${language}: ${lines}`)
      assert.ok(await noSidewaysScrolling(page))
    }
})

test('words at the ends of a slider have half of its width each, below the values, and the middle is one line', async () => {
  const { page } = visitors[0]
  await page.goto(urls.confidential[0])
  const ends = question(page, 'loud').locator('.ends')
  const [all, high, middle, words] = [
    await boxOf(ends),
    await boxOf(ends.locator('b').last()),
    await boxOf(ends.locator('.middle b')),
    await boxOf(ends.locator(':scope > span').last()),
  ]
  assert.ok(words.width >= all.width * 0.4 && words.width <= all.width / 2, `${words.width} of ${all.width}`)
  assert.ok(words.height >= high.height * 2, 'below its value')
  isNear(words.x + words.width, all.x + all.width, 'at its end')
  isNear(middle.x + middle.width / 2, all.x + all.width / 2, 'the middle')
  isNear(middle.height, high.height, 'one line')
})

test('on a page from right to left a value stands before its unit, at the ends of a slider and above it', async () => {
  const { page } = visitors[0]
  const own = [{ ...slider, id: 'noise', text: 'ما مستوى الضوضاء؟', labels: ['هادئ', 'صاخب'] }]
  const more = { language: 'ar', questions: own }
  const [url] = (await openPulse(await newWorld({ running: world.running }), more)).urls
  await page.goto(`${url}?lang=ar`)
  const line = question(page, 'noise').locator('input[type=range]')
  await line.focus()
  await page.keyboard.press('Home')
  for (const what of ['.ends b', '.middle b', '.bubble']) {
    const places = await question(page, 'noise')
      .locator(what)
      .first()
      .evaluate((it) => {
        const node = document.createTreeWalker(it, NodeFilter.SHOW_TEXT).nextNode()
        return [...(node?.textContent ?? '')].map((letter, at) => {
          const range = document.createRange()
          range.setStart(node!, at)
          range.setEnd(node!, at + 1)
          return { letter, left: range.getBoundingClientRect().left }
        })
      })
    const [value, unit] = [
      places.find(({ letter }) => /\p{Nd}/u.test(letter)),
      places.find(({ letter }) => letter === 'd'),
    ]
    assert.ok(value && unit && value.left < unit.left, `${what}: ${JSON.stringify(places)}`)
  }
})

test('what is wrong stands clear of the promise above it and of the question below it, with script and without', async () => {
  for (const viewport of [phone, wide]) {
    const bare = await visit({ viewport, javaScriptEnabled: false }, world)
    await bare.page.goto(`${urls.confidential[1]}?lang=en`)
    await bare.page.getByRole('button', { name: 'Send answers' }).click()
    const faults = await boxOf(bare.page.locator('.faults'))
    const [above, below] = [
      await boxOf(bare.page.locator('.about > summary')),
      await boxOf(bare.page.locator('.progress')),
    ]
    isNear(faults.y - above.y - above.height, 16, 'above')
    assert.ok(below.y - faults.y - faults.height <= 16, `${below.y} below ${faults.y + faults.height}`)
    await bare.close().catch((error: Error) => assert.match(error.message, /4\d\d/))
  }
})

test('a number that does not fit has its words as far above its field as elsewhere, and a field marked as wrong', async () => {
  for (const { page } of visitors) {
    await page.goto(`${urls.confidential[2]}?lang=en`)
    const hours = question(page, 'hours')
    await hours.getByRole('spinbutton').fill('900')
    await hours.getByRole('spinbutton').blur()
    await hours.locator('.fault').waitFor()
    const [said, field] = [await boxOf(hours.locator('.fault')), await boxOf(hours.locator('.stepper'))]
    isNear(field.y - said.y - said.height, 12, 'words and field')
    const [border, words] = [
      await hours.getByRole('spinbutton').evaluate((it) => getComputedStyle(it).borderTopColor),
      await hours.locator('.fault').evaluate((it) => getComputedStyle(it).color),
    ]
    assert.equal(border, words)
  }
})

test('what a survey is about, how long it takes and what is promised have steps of 8 and 16 pixels between them on a phone', async () => {
  const { page } = visitors[0]
  await page.goto(`${urls.attributed[0]}?lang=en`)
  const places = await Promise.all(
    ['h1', 'header .lead', '.facts > p', 'header', '.promise'].map((what) =>
      boxOf(page.locator(what).first()),
    ),
  )
  const [title, lead, facts, header, promise] = places
  isNear(lead.y - title.y - title.height, 8, 'title and what it is about')
  isNear(facts.y - lead.y - lead.height, 8, 'what it is about and facts')
  isNear(promise.y - header.y - header.height, 16, 'heading and promise')
})

test('on a phone a state names the survey and who asks on a line each, and no dot begins the second', async () => {
  const { page } = visitors[0]
  await page.goto(`${urls.confidential[3]}/unsubscribe`)
  const of = page.locator('.of')
  const [dot, who, all] = [await boxOf(of.locator('.dot')), await boxOf(of.locator('bdi')), await boxOf(of)]
  assert.equal(dot.height, 0)
  assert.ok(who.y >= all.y + all.height / 2 - 2, JSON.stringify([dot, who, all]))
})

test('the band of a survey with names is as high as the others, on the page and one question at a time', async () => {
  const { page } = visitors[0]
  for (const [part, band] of [
    ['', '.promise > .band'],
    ['#one', '.start .who'],
  ]) {
    const heights: number[] = []
    for (const mode of modes) {
      await page.goto('about:blank')
      await page.goto(`${urls[mode][0]}?lang=en${part}`)
      heights.push((await boxOf(page.locator(band).first())).height)
    }
    isNear(heights[0], heights[2], `${part}: ${heights}`)
  }
})

test('on a phone that a draft is saved stands in the middle, as what is above and below it', async () => {
  const { page } = visitors[0]
  await page.goto(`${urls.confidential[4]}?lang=en`)
  await question(page, 'calm').locator('.option').first().click()
  const state = page.locator('#save-state')
  await state.getByText('Draft saved', { exact: true }).waitFor()
  assert.equal(await state.evaluate((it) => getComputedStyle(it).textAlign), 'center')
})

test('on a small phone how many are answered stands at the end of the line that stays in sight, in every language', async () => {
  const { page } = visitors[0]
  for (const mode of ['anonymous', 'confidential'] as const)
    for (const language of languages) {
      await page.goto(`${urls[mode][5]}?lang=${language}`)
      await eventually(() => page.locator('.so-far').textContent(), Boolean)
      const [line, words, count] = await Promise.all(
        ['.seen > a', '.seen > a > span', '.so-far'].map((what) => boxOf(page.locator(what))),
      )
      const where = `${mode}, ${language}: ${JSON.stringify([line, words, count])}`
      assert.ok(words.height <= 26, `${where}: one line`)
      assert.ok(count.x >= line.x - 1 && count.x + count.width <= line.x + line.width + 1, where)
      assert.ok(
        language === 'ar' ? count.x + count.width <= words.x : words.x + words.width <= count.x,
        where,
      )
      assert.ok(await noSidewaysScrolling(page), where)
    }
})

test('while answers are sent nothing else can be pressed among the buttons', async () => {
  const { page } = visitors[1]
  await page.goto(`${urls.confidential[2]}?lang=en`)
  await question(page, 'calm').locator('.option').first().click()
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/save', async (route) => {
    await held
    await route.abort()
  })
  await page.getByRole('button', { name: 'Send answers' }).click()
  const later = page.getByRole('button', { name: 'Save for later' })
  await eventually(() => later.isDisabled(), Boolean)
  release()
  await page.goto('about:blank')
  await page.unroute('**/save')
})

test('held sideways, what leads on stays in sight in one row, and the sign that opens the promise is in its box', async () => {
  const options = Array.from({ length: 12 }, (_one, at) => ({ id: `o${at}`, text: `Choice ${at + 1}` }))
  const many = [{ id: 'many', type: 'single_choice', text: 'What weighed most?', options }]
  const [url] = (
    await openPulse(await newWorld({ running: world.running }), { questions: [...many, ...everyQuestion] })
  ).urls
  await world.running.db.pool.query('update collections set recent_members = 0')
  for (const viewport of [
    { width: 844, height: 390 },
    { width: 740, height: 340 },
  ]) {
    const { page, close } = await visit({ viewport, reducedMotion: 'reduce', hasTouch: true }, world)
    for (const language of ['en', 'ar']) {
      await page.goto('about:blank')
      await page.goto(`${url}?lang=${language}#one`)
      const actions = await boxOf(page.locator('.actions'))
      assert.ok(
        actions.height <= 60 && actions.y + actions.height <= viewport.height,
        JSON.stringify(actions),
      )
      const sign = (what: string) =>
        page.locator(what).evaluate((it) => {
          const { content, display } = getComputedStyle(it, '::after')
          return display === 'none' ? 'none' : content
        })
      assert.deepEqual([await sign('.about > summary .who'), await sign('.about > summary')], ['""', 'none'])
      const edge = await page.locator('.actions').evaluate((it) => getComputedStyle(it).borderTopWidth)
      assert.equal(edge, '1px', 'a line where choices go by behind it')
      // On one page what is asked first is on the first screen, below the first row of what is promised.
      await page.goto('about:blank')
      await page.goto(`${url}?lang=${language}`)
      const rows = page.locator('.promise > dl dd')
      assert.deepEqual([await rows.first().isVisible(), await rows.last().isVisible()], [true, false])
      const asked = await boxOf(question(page, 'many').locator('legend'))
      if (viewport.height > 380) assert.ok(asked.y + asked.height <= viewport.height, `${asked.y}`)
      await page.locator('.promise summary').click()
      assert.ok(await rows.last().isVisible(), 'a press opens the others')
    }
    await close()
  }
})

test('on a phone a logo stands clear of the bar above it, and says who asks', async () => {
  const branded = await newPeopledWorld()
  const data = png({ width: 480, height: 96, colour: [20, 40, 90] }).toString('base64')
  const patch = { name: 'Nordwind', colour: '#0b1f4b', logo: { data } }
  assert.equal((await branded.admin.patch('/api/organisation', patch)).status, 200)
  const confidentiality = { mode: 'confidential' }
  const [url, used] = (await openPulse(branded, { confidentiality })).urls
  const sent = { answers: [{ question_id: 'calm', value: 4 }] }
  const { body } = await branded.anyone.post(new URL(used).pathname, sent)
  for (const viewport of [phone, wide]) {
    const { page, close } = await visit({ viewport, colorScheme: 'dark' }, branded)
    await page.goto(`${url}?lang=en`)
    const logo = await boxOf(page.locator('.logo img'))
    assert.ok(logo.y >= 16, `${logo.y}`)
    const who = await boxOf(page.getByText('Survey from Nordwind').filter({ visible: true }).first())
    assert.ok(who.width <= 1, 'for whoever has the page read to them')
    const bar = await page.evaluate(() => getComputedStyle(document.body, '::before').backgroundColor)
    assert.equal(bar, 'rgb(11, 31, 75)', 'as it was chosen')
    // After the questions all is in the middle, and the languages have room beside it.
    for (const address of [used, `${branded.url}/receipts/${body.receipt}?thanks`]) {
      await page.goto(address)
      const [sign, heading, below, languages] = [
        await boxOf(page.locator('.logo img')),
        await boxOf(page.locator('h1')),
        await boxOf(page.locator('main .tick, main .round').first()),
        await boxOf(page.locator('.languages summary')),
      ]
      isNear(sign.x + sign.width / 2, heading.x + heading.width / 2, 'its middle')
      assert.ok(below.y - sign.y - sign.height >= 24, `${below.y - sign.y - sign.height} below it`)
      const isBeside = sign.x + sign.width + 24 <= languages.x
      assert.ok(isBeside || sign.y >= languages.y + languages.height - 8, 'clear of the languages')
    }
    await close()
  }
})
