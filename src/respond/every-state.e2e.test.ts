/**
 * Every page that a respondent can meet, in three languages: it fits, in both widths. With SONDE_SCREENSHOTS it is also a fixed set of pictures, in both
 * themes and with the same names each time, so that two versions can be laid side by side.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { languages } from '../../locales/catalogue.ts'
import { outageSurvey, outageTranslations } from '../../test/support/outage-survey.ts'
import { noSidewaysScrolling, openPulse, picture, type Visitor, visit } from '../../test/support/visit.ts'
import { casesOf, shortTest } from '../../test/support/parts.ts'
import { startApp } from '../../test/support/start.ts'
import { links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

let world: World
/** For each width one with script and one without; the narrow ones are touched. */
const visitors = new Map<string, Visitor>()
/** Addresses of links, by what they have become. */
const urls: Record<string, string> = {}

const dayMs = 86_400_000
const answers = [{ question_id: 'calm', value: 4 }]
const screens: Readonly<Record<string, BrowserContextOptions>> = {
  360: { hasTouch: true, isMobile: true },
  1280: {},
}

before(async () => {
  const running = await startApp({ at: '2026-11-13T08:00:00Z' })
  world = await newWorld({ running })
  const team = await world.team('Warehouse', 12)
  // Nobody is new any more.
  running.clock!.advance(15 * dayMs)
  const author = await world.user()
  const open = async (mode: string, more: object = {}) => {
    const draft = {
      ...pulseDraft([team.id]),
      ...outageSurvey,
      translations: outageTranslations,
      confidentiality: { mode },
      ...more,
    }
    const { body, status } = await author.post('/api/pulses', draft)
    assert.equal(status, 201, JSON.stringify(body))
    const path = `/api/pulses/${body.id}`
    assert.equal((await author.post(`${path}/open`)).status, 200)
    return { path, urls: (await links(author, path)).map(({ url }) => url) }
  }
  const answered = async (url: string): Promise<string> => {
    const { status, body } = await world.anyone.post(new URL(url).pathname, { answers })
    assert.equal(status, 201, JSON.stringify(body))
    return `${world.url}/receipts/${body.receipt}`
  }
  const plain = await open('anonymous')
  urls.anonymous = plain.urls[0]
  urls.unsubscribe = `${plain.urls[1]}/unsubscribe`
  urls.unsubscribed = `${plain.urls[2]}/unsubscribe`
  assert.equal((await fetch(urls.unsubscribed, { method: 'POST' })).status, 200)
  const groups = await open('confidential')
  urls.confidential = groups.urls[0]
  const named = await open('attributed')
  urls.attributed = named.urls[0]
  urls.used = named.urls[1]
  urls.receipt = await answered(urls.used)
  const ended = await open('confidential')
  urls.closed = ended.urls[0]
  urls.counted = await answered(ended.urls[1])
  assert.equal((await author.post(`${ended.path}/close`)).status, 200)
  urls.unknown = `${world.url}/r/${'0'.repeat(26)}.${'0'.repeat(40)}`
  urls.newcomers = await allNew(running, 'anonymous')
  urls.named = await allNew(running, 'attributed')
  for (const [width, options] of Object.entries(screens))
    for (const javaScriptEnabled of [true, false]) {
      const viewport = { width: Number(width), height: 800 }
      const more = { locale: 'en', reducedMotion: 'reduce', timezoneId: 'Europe/Berlin' } as const
      const visitor = await visit({ ...options, ...more, viewport, javaScriptEnabled }, world)
      visitors.set(`${width} ${javaScriptEnabled}`, visitor)
    }
})
/** Without the draft of an earlier test, which saves itself after a while and says so above the questions. */
beforeEach(() => Promise.all([...visitors.values()].map(({ context }) => context.clearCookies())))
after(async () => {
  // What the browser itself reports of replies that these pages have.
  const isReported = (error: Error) => assert.match(error.message, /404|409|410|422/)
  for (const visitor of visitors.values()) await visitor.close().catch(isReported)
})

/** A survey whose people are all new. */
async function allNew(running: World['running'], mode: string): Promise<string> {
  const other = await newWorld({ running })
  return (await openPulse(other, { ...outageSurvey, confidentiality: { mode } }, 30)).urls[0]
}

const isAt = (page: Page, id: string) =>
  page
    .locator(`[data-question=${id}]`)
    .evaluate((it) => it.scrollIntoView({ block: 'start' } as ScrollIntoViewOptions))

/** Leads to the screen of a question, by clicks that are no taps: these would lead on by themselves. */
const goneOn = async (page: Page, id: string) => {
  await page.locator('.single').waitFor()
  await page.evaluate(`document.querySelector('[data-question=calm] input[value="4"]').click()`)
  const question = page.locator(`[data-question=${id}]`)
  for (let clicks = 0; clicks < 20 && !(await question.isVisible()); clicks++)
    await page.locator('[data-next]').click()
  assert.ok(await question.isVisible())
}

const faulty = async (page: Page) => {
  await page.locator('[data-question=hours] input').fill('999')
  await page.locator('form[data-answer] [type=submit]:not([formaction])').first().click()
  // Without script these come with another page.
  await page.locator('.faults a').first().waitFor()
}

type Shot = { at: string; with?: (page: Page) => Promise<unknown>; isBare?: boolean; isWhole?: boolean }

/** Each page by the name of its pictures. */
const shots: Readonly<Record<string, Shot>> = {
  'single-anonymous': { at: 'anonymous' },
  'single-confidential': { at: 'confidential' },
  'single-attributed': { at: 'attributed' },
  'single-newcomers': { at: 'newcomers' },
  'single-text-named': { at: 'attributed', with: (page) => isAt(page, 'room') },
  'single-whole': { at: 'anonymous', isWhole: true },
  'single-without-script': { at: 'anonymous', isBare: true, isWhole: true },
  'single-date': { at: 'anonymous', with: (page) => isAt(page, 'since') },
  'single-slider': { at: 'anonymous', with: (page) => isAt(page, 'noise') },
  'single-ranking': { at: 'anonymous', with: (page) => isAt(page, 'first') },
  'single-matrix': { at: 'anonymous', with: (page) => isAt(page, 'desk') },
  'single-promise': { at: 'anonymous', with: (page) => page.locator('.promise summary').click() },
  'single-faults': { at: 'anonymous', with: faulty },
  'single-faults-without-script': { at: 'anonymous', with: faulty, isBare: true },
  'one-first': { at: 'anonymous#one' },
  'one-first-attributed': { at: 'attributed#one' },
  'one-scale': { at: 'anonymous#one', with: (page) => goneOn(page, 'again') },
  'one-choices': { at: 'anonymous#one', with: (page) => goneOn(page, 'cause') },
  'one-slider': { at: 'anonymous#one', with: (page) => goneOn(page, 'noise') },
  'one-date': { at: 'anonymous#one', with: (page) => goneOn(page, 'since') },
  'one-ranking': { at: 'anonymous#one', with: (page) => goneOn(page, 'first') },
  'one-matrix': { at: 'anonymous#one', with: (page) => goneOn(page, 'desk') },
  thanks: { at: 'receipt?thanks' },
  receipt: { at: 'receipt' },
  counted: { at: 'counted' },
  used: { at: 'used' },
  closed: { at: 'closed' },
  unknown: { at: 'unknown' },
  unsubscribe: { at: 'unsubscribe' },
  unsubscribed: { at: 'unsubscribed' },
}

const addressOf = (at: string, language: string): string => {
  const [path, hash] = at.split('#')
  const [name, query] = path.split('?')
  return `${urls[name]}?${query ? `${query}&` : ''}lang=${language}${hash ? `#${hash}` : ''}`
}

const isPictured = Boolean(process.env.SONDE_SCREENSHOTS)

/** Each width with each language. */
const looks = Object.keys(screens).flatMap((width) =>
  ['en', 'de', 'ar'].map((language) => ({ width, language })),
)

// Of `npm test`: each page once, in these by turns.
for (const [turn, [name, { at, with: make, isBare, isWhole }]] of Object.entries(shots).entries()) {
  const wanted = casesOf(looks, (_look, place) => place === turn % looks.length)
  test(`it fits a phone and a wide screen in three languages: ${name}`, async () => {
    for (const { width, language } of wanted) {
      const { page } = visitors.get(`${width} ${!isBare}`)!
      await page.goto('about:blank')
      await page.goto(addressOf(at, language))
      await make?.(page)
      assert.ok(await noSidewaysScrolling(page), `${language}, ${width}`)
      if (!isPictured) continue
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await picture(page, `${name}-${language}-${width}-${colorScheme}`, { isWhole: isWhole ?? false })
      }
    }
  })
}

shortTest(
  'on a phone, the first question begins in the upper half, in every mode, or right below a warning',
  async () => {
    const { page } = visitors.get('360 true')!
    for (const mode of ['anonymous', 'confidential', 'attributed', 'newcomers']) {
      await page.goto(addressOf(mode, 'en'))
      await page.locator('.layout:not([hidden])').waitFor()
      const { y } = (await page.locator('.question').first().boundingBox())!
      assert.ok(y <= (mode === 'newcomers' ? 560 : 450), `${mode}: ${y}`)
    }
  },
)

/** Whether the line that says who sees the answers is what is seen at the top, in the same moment in which the page was scrolled. */
const isSeenAt = (page: Page, scrolled: number): Promise<boolean> =>
  page.evaluate((y) => {
    scrollTo(0, y)
    const line = document.querySelector('.seen')!
    const { left, right, top, bottom } = line.getBoundingClientRect()
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return top >= -1 && line.contains(at)
  }, scrolled)

shortTest(
  'who sees the answers stays visible once the promise has scrolled away, with script and without',
  async () => {
    for (const scripts of [true, false])
      for (const [mode, short] of Object.entries({
        anonymous: /^Stored without your name$/,
        confidential: /^Results never show your name$/,
        attributed: /^Seen with your name by User/,
        newcomers: /^Name hidden, weaker protection$/,
      })) {
        const { page } = visitors.get(`360 ${scripts}`)!
        await page.goto('about:blank')
        await page.goto(addressOf(mode, 'en'))
        if (scripts) await page.locator('.layout:not([hidden])').waitFor()
        assert.match(await page.locator('.seen span').innerText(), short)
        const box = (await page.locator('.promise').boundingBox())!
        const [gone, high] = [
          Math.ceil(box.y + box.height),
          await page.evaluate('document.body.scrollHeight'),
        ]
        assert.equal(await isSeenAt(page, 0), false, mode)
        for (let y = gone; y < (high as number); y += 300)
          assert.ok(await isSeenAt(page, y), `${mode}, script ${scripts}, ${y} px`)
      }
  },
)

shortTest(
  'the line that stays visible holds what it says in every language, and cuts names alone',
  async () => {
    const { page } = visitors.get('360 true')!
    for (const mode of ['anonymous', 'confidential', 'attributed', 'newcomers'])
      for (const language of languages) {
        await page.goto(addressOf(mode, language))
        const line = page.locator('.seen')
        const high = await line.evaluate((it) => Math.max(it.scrollHeight, it.lastElementChild!.scrollHeight))
        assert.ok(high <= 44, `${mode}, ${language}: ${high}`)
        const lines = await line.locator('span').evaluate((it) => {
          const words = document.createRange()
          words.selectNodeContents(it)
          return new Set([...words.getClientRects()].map(({ top }) => Math.round(top / 4))).size
        })
        assert.ok(lines === 1 || (lines === 2 && mode === 'attributed'), `${mode}, ${language}: ${lines}`)
        if (mode === 'attributed') assert.match(await line.innerText(), /User\s\S+$/, language)
      }
  },
)

shortTest(
  'the line that stays visible is as high as a finger, and what folds repeats no headline',
  async () => {
    for (const width of ['360', '1280']) {
      const { page } = visitors.get(`${width} true`)!
      for (const mode of ['anonymous', 'confidential', 'attributed', 'newcomers']) {
        await page.goto(addressOf(mode, 'en'))
        assert.equal((await page.locator('.seen').boundingBox())!.height, 44, `${mode}, ${width}`)
        const headline = await page.locator('.promise .band').innerText()
        const folded = (await page.locator('.promise details').textContent())!
        assert.ok(!folded.includes(headline.replace('.', '')), mode)
        // Whether a name is stored is the first row that stands open, unless the headline says it.
        const first = page.locator('.promise > dl dt').first()
        const label = { anonymous: 'Your name', confidential: 'Your name', attributed: 'With your name' }
        assert.equal(
          await first.innerText(),
          mode === 'newcomers' ? 'Results' : label[mode as keyof typeof label],
        )
      }
    }
  },
)

shortTest('each text says who reads it', async () => {
  const { page } = visitors.get('360 true')!
  const unnamed = /^Shown without your name, only for groups of 10 or more\.$/
  for (const [mode, read] of Object.entries({
    anonymous: unnamed,
    confidential: unnamed,
    attributed: /^Read with your name by User.+\. Others: without it, only for groups of 10 or more\.$/,
  })) {
    await page.goto(addressOf(mode, 'en'))
    const texts = await page.locator('.reads').allTextContents()
    assert.equal(texts.length, 2)
    for (const text of texts) assert.match(text, read)
    const unquoted = await page.locator('.unquoted').first().textContent()
    assert.match(unquoted ?? '', mode === 'attributed' ? /to anyone but User/ : /to anyone(?! but)/)
  }
})

shortTest('a value that does not fit is not counted as answered, with script and without', async () => {
  for (const scripts of [true, false]) {
    const { page } = visitors.get(`360 ${scripts}`)!
    await page.goto('about:blank')
    await page.goto(addressOf('anonymous', 'en'))
    await faulty(page)
    assert.match(await page.locator('[data-progress]').innerText(), /^0 of 1/, String(scripts))
  }
})

shortTest('after sending, the people who see the name are named', async () => {
  const { page } = visitors.get('1280 true')!
  await page.goto(addressOf('attributed', 'en'))
  const sentence = (await page.locator('.promise dd').first().innerText()).replaceAll(' ', '\u00a0')
  const [named, rest] = sentence.split('\u00a0will\u00a0see')
  assert.match(rest, /^.your.answers.with.your.name\.$/)
  for (const [at, what] of Object.entries({
    'receipt?thanks': 'your answers with your name',
    receipt: 'your answers with your name',
    // Anyone who reads it may be somebody else.
    used: 'these answers with the invited person’s name',
  })) {
    await page.goto(addressOf(at, 'en'))
    assert.equal(await page.locator('.promised').innerText(), `${named} can now see ${what}.`, at)
  }
})

shortTest('words that an author gave to no end of a scale are in the language of its question', async () => {
  const { page } = visitors.get('360 true')!
  const ends = () => page.locator('[data-question=again] .ends')
  await page.goto(addressOf('newcomers', 'de'))
  assert.match(await ends().innerText(), /^0 Not at all likely\s+10 Extremely likely$/)
  assert.equal(await ends().locator('[lang=en]').count(), 2)
  await page.goto(addressOf('anonymous', 'de'))
  assert.doesNotMatch(await ends().innerText(), /likely/)
})

shortTest(
  'that people were added recently is not a row of the promise, and what it means is said beside it',
  async () => {
    const { page } = visitors.get('360 true')!
    await page.goto(addressOf('newcomers', 'en'))
    // What it says first takes nothing back below.
    assert.equal(
      await page.locator('.promise .headline').innerText(),
      'Your name isn’t stored, but you may be recognisable.',
    )
    const caveat = page.locator('.promise .headline + .caveat')
    assert.match(
      await caveat.innerText(),
      /^All 30 recipients were added recently, by the app that sends this survey\. The real group may be smaller than it looks\.\sIf in doubt, answer as if your name were shown\.$/,
    )
    assert.equal(await page.locator('.promise dt', { hasText: 'Added recently' }).count(), 0)
    // No lock, neither above nor in the line that stays visible.
    for (const place of ['.promise .headline', '.seen']) {
      assert.equal(await page.locator(`${place} .warn`).count(), 1, place)
      assert.equal(await page.locator(`${place} .mode:not(.warn)`).count(), 0, place)
    }
  },
)

shortTest(
  'where names are seen, a page begins with that, and nothing that follows takes it back',
  async () => {
    const { page } = visitors.get('1280 true')!
    for (const hash of ['', '#one']) {
      await page.goto('about:blank')
      await page.goto(addressOf(`named${hash}`, 'en'))
      const box = page.locator(hash ? '.start .short' : '.promise')
      await box.waitFor()
      const said = (await box.innerText()).replaceAll(/\s+/g, ' ')
      const group =
        'The group results others see may still point to you: all 30 recipients were added recently'
      const first = / User \S+ will see your answers with your name\. /.exec(said)
      assert.ok(first && first.index < said.indexOf(` ${group}, by the app that sends this survey. `), said)
      assert.match(said.slice(0, first.index), /^ ?Answers with your name( With your name)?$/)
      assert.doesNotMatch(said, /as if your name were shown/)
    }
  },
)

test('one question at a time, heading and promise fold into one line in every language', async () => {
  const { page } = visitors.get('360 true')!
  for (const [turn, mode] of ['anonymous', 'confidential', 'attributed', 'newcomers'].entries())
    // Of `npm test`: each language in one mode.
    for (const language of casesOf(languages, (_language, at) => at % 4 === turn)) {
      await page.goto('about:blank')
      await page.goto(`${addressOf(mode, language)}#one`)
      await goneOn(page, 'again')
      const line = page.locator('.folded > summary')
      assert.ok((await line.boundingBox())!.height <= 48, `${mode}, ${language}`)
      const brief = line.locator('.brief')
      const said = await brief.innerText()
      if (mode !== 'attributed')
        assert.ok(await brief.evaluate((it) => it.scrollWidth <= it.clientWidth), `${mode}, ${language}: cut`)
      assert.equal(
        await page
          .locator('.seen span')
          .textContent()
          .then((text) => text?.trim()),
        said,
        language,
      )
      assert.equal(await line.locator('.whole-line').isVisible(), false)
    }
})
