/** How the answer page looks and reads: in every language, on a phone, in the dark, enlarged, from right to left. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertAccessible } from '../../test/support/accessible.ts'
import { newPeopledWorld } from '../../test/support/people.ts'
import { casesOf, shortTest } from '../../test/support/parts.ts'
import { png } from '../../test/support/pictures.ts'
import { startApp } from '../../test/support/start.ts'
import { links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'
import { modes } from '../../contract/confidentiality.ts'
import { languages } from '../../locales/catalogue.ts'
import {
  everyQuestion,
  noSidewaysScrolling,
  openPulse,
  phone,
  picture,
  type Visitor,
  visit,
} from '../../test/support/visit.ts'

let world: World
let urls: string[]
/** On a phone, whose person has asked for no motion. */
let visitor: Visitor

before(async () => {
  world = await newWorld()
  visitor = await visit({ ...phone, reducedMotion: 'reduce' }, world)
  urls = (await openPulse(world, { closes_at: '2100-01-01T17:00:00Z' })).urls
})

after(() => visitor.close())

const dark = new Set(['en', 'ar'])

/** Of `npm test`: the page of three languages whole, one of them from right to left, and the first screen of every language in one mode. */
const whole = ['en', 'de', 'ar']
for (const language of casesOf(languages, (one) => whole.includes(one))) {
  test(`the answer page is accessible and fits a phone, ${language}`, async () => {
    const { page } = visitor
    await page.goto(`${urls[0]}?lang=${language}`)
    assert.equal(await page.locator('html').getAttribute('lang'), language)
    assert.equal(await page.locator('h1').count(), 1)
    assert.ok((await page.locator('.promise .headline').innerText()).length > 10)
    assert.ok(await noSidewaysScrolling(page), 'no sideways scrolling')
    await page.locator('.promise summary').click()
    await page.locator('.languages summary').click()
    assert.ok(await noSidewaysScrolling(page), 'no sideways scrolling, unfolded')
    for (const colorScheme of dark.has(language) ? (['dark', 'light'] as const) : (['light'] as const)) {
      await page.emulateMedia({ colorScheme })
      await assertAccessible(page, colorScheme === 'dark' ? { only: 'colours' } : {})
      await picture(page, `answer-${language}-${colorScheme}`)
    }
    // Remembered for this address.
    await page.goto(urls[0])
    assert.equal(await page.locator('html').getAttribute('lang'), language)
  })
}

/** Pixels in English; that somebody who runs the server could look a name up is two lines more. */
const promiseHeightMax = { anonymous: 180, confidential: 222, attributed: 222 }

for (const [turn, mode] of modes.entries()) {
  const read = casesOf(languages, (_language, at) => at % modes.length === turn)
  test(`a phone’s first screen has the promise and the first question, ${mode}`, async () => {
    const running = await startApp({ at: '2026-12-01T08:00:00Z' })
    const other = await newWorld({ running })
    const team = await other.team('Platform', 6)
    // Nobody is new any more.
    running.clock!.advance(15 * 86_400_000)
    const author = await other.user()
    const draft = { ...pulseDraft([team.id]), questions: everyQuestion, confidentiality: { mode } }
    const path = `/api/pulses/${(await author.post('/api/pulses', draft)).body.id}`
    assert.equal((await author.post(`${path}/open`)).status, 200)
    const [{ url }] = await links(author, path)
    const { page, close } = await visit(phone, other)
    for (const language of read) {
      await page.goto(`${url}?lang=${language}`)
      await page.locator('.layout:not([hidden])').waitFor()
      const legend = (await page.locator('legend').first().boundingBox())!
      assert.ok(legend.y + legend.height <= phone.viewport.height, `${language}: ${legend.y}`)
      if (language === 'en') {
        const { height } = (await page.locator('.promise').boundingBox())!
        assert.ok(height <= promiseHeightMax[mode], `${height} px`)
        // What is open and what folds are the rows that a program gets.
        const { pathname } = new URL(url)
        const { confidentiality } = (await other.anyone.get(pathname)).body
        const rows = page.locator('.promise dt')
        const labels: string[] = confidentiality.summary.map(({ label }: { label: string }) => label)
        assert.deepEqual((await rows.allTextContents()).toSorted(), labels.toSorted())
        const open = {
          anonymous: ['Your name', 'Results', 'Shown to'],
          confidential: ['Your name', 'Results', 'Shown to'],
          attributed: ['With your name', 'Without your name'],
        }[mode]
        const shown = []
        for (const row of await rows.all()) if (await row.isVisible()) shown.push(await row.innerText())
        assert.deepEqual(shown, open)
      }
      await picture(page, `first-${mode}-${language}`)
    }
    await close()
    await running.stop()
  })
}

shortTest(
  'touch targets are at least 44 pixels high and wide, those of a scale in one row 24 and in two rows 40 wide, and nothing scrolls sideways, even at 320 pixels',
  async () => {
    const { page, close } = await visit({ viewport: { width: 320, height: 640 } }, world)
    for (const language of ['en', 'de', 'ar', 'fr']) {
      await page.goto(`${urls[0]}?lang=${language}`)
      assert.ok(await noSidewaysScrolling(page), language)
      const small = await page.evaluate(`[...document.querySelectorAll(
        'button, summary, select, textarea, .option, .unquoted, footer a, input:not([type=hidden], [type=radio], [type=checkbox])'
      )].filter((it) => it.checkVisibility()).map((it) => [it, it.getBoundingClientRect()])
      .filter(([it, box]) => box.height < 44 || box.width < (it.closest('.steps') ? (it.closest('.many') ? 40 : 24) : 44))
      .map(([it]) => it.outerHTML.slice(0, 80))`)
      const rows = await page.evaluate(
        `[...document.querySelectorAll('.steps')].map((scale) => [scale.children.length > 7, new Set([...scale.children].map((it) => it.offsetTop)).size])`,
      )
      for (const [isLong, count] of rows as [boolean, number][])
        assert.equal(count, isLong ? 2 : 1, 'each end of a scale is under its value, or says it')
      const ends = page.locator('[data-question=again] .ends .at')
      for (const end of await ends.all()) assert.ok(await end.isVisible())
      assert.deepEqual(await ends.allTextContents(), ['0', '10'])
      assert.deepEqual(small, [])
    }
    await picture(page, 'answer-320')
    await close()
  },
)

shortTest('at 200 % zoom the page fits and stays readable', async () => {
  // Zoom halves the width that the page has: 360 pixels at 200 % are those of a page of 720.
  const { page, close } = await visit({ viewport: { width: 360, height: 400 }, deviceScaleFactor: 2 }, world)
  await page.goto(urls[0])
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  assert.ok(await noSidewaysScrolling(page))
  // What is chosen, its name, or a line of text, is nowhere cut by the box that holds it.
  const cut =
    await page.evaluate(`[...document.querySelectorAll('.option, .option span, .what, .progress *, dt, dd, header p, .ends span')]
    .filter((it) => it.checkVisibility() && getComputedStyle(it).clipPath === 'none' && !it.closest('svg') && it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 0)
    .map((it) => it.outerHTML.slice(0, 100))`)
  assert.deepEqual(cut, [])
  await picture(page, 'answer-enlarged')
  // One at a time, its first screen says who asks without a word broken in two.
  await page.getByRole('button', { name: 'One question at a time' }).click()
  assert.ok(await noSidewaysScrolling(page))
  assert.ok((await page.locator('.start .asks').boundingBox())!.height <= 110)
  await picture(page, 'one-enlarged')
  for (const [at, language] of ['ar', 'de'].entries()) {
    await page.goto('about:blank')
    await page.goto(`${urls[3 + at]}?lang=${language}#one`)
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
    await page.locator('[data-question=calm] .option').first().click()
    await page.locator('[data-question=again]').waitFor()
    for (let screen = 2; await page.locator('[data-next]').isVisible(); screen++) {
      assert.ok(await noSidewaysScrolling(page), `${language}, question ${screen}`)
      assert.equal(await page.evaluate('scrollX'), 0, `${language}, question ${screen}`)
      await page.locator('[data-next]').click()
    }
  }
  await close()
})

shortTest('in a right-to-left language the first element is on the right', async () => {
  const { page } = visitor
  const written = await openPulse(await newWorld({ running: world.running }), { language: 'ar' })
  await page.goto(`${written.urls[0]}?lang=ar`)
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
  const steps = page.locator('[data-question=calm] .option')
  const [first, last] = [await steps.first().boundingBox(), await steps.last().boundingBox()]
  assert.ok(first!.x > last!.x)
  const box = page.locator('[data-question=helped] .option').first()
  const [option, input] = [await box.boundingBox(), await box.locator('input').boundingBox()]
  assert.ok(input!.x > option!.x + option!.width / 2, 'boxes to tick stand on the right')
})

shortTest(
  'what is not translated reads in the direction of its own language, with its controls',
  async () => {
    const { page } = visitor
    await page.goto(`${urls[0]}?lang=ar`)
    const question = page.locator('[data-question=calm] legend span[lang=en]')
    assert.equal(await question.innerText(), 'I could work calmly')
    const steps = page.locator('[data-question=calm] .option')
    const [first, last] = [await steps.first().boundingBox(), await steps.last().boundingBox()]
    assert.ok(first!.x < last!.x)
    const [card, words] = [
      (await page.locator('[data-question=calm]').boundingBox())!,
      (await question.boundingBox())!,
    ]
    assert.ok(words.x - card.x < 20, 'begins on the left')
    for (const text of ['h1', '.lead'])
      assert.equal(
        await page
          .locator(`header ${text}`)
          .first()
          .evaluate((it) => getComputedStyle(it).direction),
        'ltr',
      )
    // Our words in it are read from the right.
    const count = page.locator('[data-question=calm] .count')
    assert.equal(await count.evaluate((it) => getComputedStyle(it).unicodeBidi), 'plaintext')
  },
)

shortTest('nothing is animated for people who prefer reduced motion', async () => {
  const { page } = visitor
  await page.goto(`${urls[0]}?lang=en`)
  const moving = await page.evaluate(
    `[...document.querySelectorAll('*')].filter((it) => parseFloat(getComputedStyle(it).transitionDuration) > 0 ||
      getComputedStyle(it).animationName !== 'none').length`,
  )
  assert.equal(moving, 0)
})

shortTest('every state of a link and a receipt is accessible, in light and dark', async () => {
  const { page } = visitor
  const [, url] = urls
  const look = async (name: string): Promise<void> => {
    assert.ok(await noSidewaysScrolling(page), name)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await assertAccessible(page, colorScheme === 'dark' ? { only: 'colours' } : {})
      await picture(page, `${name}-${colorScheme}`)
    }
  }
  await page.goto(`${url}/unsubscribe`)
  await look('unsubscribe')
  await page.goto(url)
  await page.getByLabel('What got in the way?').fill('I forgot the first question')
  const saved = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Save for later' }).click()
  await saved
  await look('saved')
  await page.getByRole('radio', { name: '4', exact: true }).first().check()
  await page.getByRole('button', { name: 'Send answers' }).click()
  await page.waitForURL(/receipts/)
  await look('thanks')
  await page.goto(url)
  await look('answered')
})

shortTest(
  'a page with a logo and a colour is accessible in both themes and directions, and nothing moves when the logo comes',
  async () => {
    const branded = await newPeopledWorld()
    const data = png({ width: 480, height: 96, colour: [20, 40, 90] }).toString('base64')
    const patch = { name: 'Nordwind', colour: '#ffcc00', logo: { data } }
    assert.equal((await branded.admin.patch('/api/organisation', patch)).status, 200)
    const { urls: own } = await openPulse(branded, {})
    // A warning has the colour of names, which is not an organisation's either.
    await branded.running.db.pool.query('update collections set recent_members = 0')
    for (const width of [360, 1280])
      for (const colorScheme of ['light', 'dark'] as const)
        for (const language of ['en', 'ar']) {
          const { page, close } = await visit({ viewport: { width, height: 780 }, colorScheme }, branded)
          let release = (): void => {}
          const held = new Promise<void>((resolve) => (release = resolve))
          await page.route('**/assets/logos/**', async (route) => {
            await held
            await route.continue()
          })
          const heightOf = () => page.locator('h1').evaluate((it) => it.getBoundingClientRect().top)
          await page.goto(`${own[0]}?lang=${language}`, { waitUntil: 'domcontentloaded' })
          // Before the logo comes the page is there, and script has done its work.
          await page
            .locator('button[data-next], .layout:not([hidden])')
            .first()
            .waitFor({ state: 'attached' })
          const before = await heightOf()
          release()
          await page.locator('.logo img').evaluate((it) => (it as HTMLImageElement).decode())
          assert.equal(await heightOf(), before)
          // What is promised has no colour of the organisation, which could be that of surveys with names.
          const promise = await page
            .locator('.promise')
            .evaluate((it) => getComputedStyle(it).backgroundColor)
          assert.equal(promise, colorScheme === 'light' ? 'rgb(236, 236, 243)' : 'rgb(42, 42, 52)')
          assert.ok(await noSidewaysScrolling(page))
          await assertAccessible(page, language === 'ar' ? { only: 'colours' } : {})
          await picture(page, `brand-${language}-${colorScheme}-${width}`)
          await close()
        }
  },
)
