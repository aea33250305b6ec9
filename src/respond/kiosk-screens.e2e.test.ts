/**
 * A shared device in the sizes that are sold, with a survey whose first screen is a full one: a description, a warning above the promise, and a
 * rating with a comment. What leads on is never cut, labels and buttons have one size each, and what stands in the bar is told apart.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { contrastMin, contrastOf } from '../../contract/brand-colours.ts'
import { ok } from '../../test/access/call.ts'
import { outageSurvey, outageTranslations } from '../../test/support/outage-survey.ts'
import { newPeopledWorld, type PeopledWorld } from '../../test/support/people.ts'
import { picture, type Visitor, visit } from '../../test/support/visit.ts'
import { pulseDraft } from '../../test/support/world.ts'

const sizes = [
  { width: 1024, height: 768 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
]

const languages = ['en', 'de', 'ar']

let world: PeopledWorld
let survey: string
/** Of other people, for those who send. */
let others: string[]
let visitor: Visitor

before(async () => {
  world = await newPeopledWorld()
  const author = await world.user({ id: world.adminId })
  const directory = await world.organisation()
  const { id: team } = await world.team('Line 1', 0)
  const fitter = { channels: [{ type: 'code' }], team_ids: [team] }
  for (let at = 0; at < 8; at++) ok(await directory.post('/api/members', { name: `Fitter ${at}`, ...fitter }))
  const [first, second, ...rest] = outageSurvey.questions
  const questions = [
    { ...first, required: false, allow_comment: true },
    { ...second, allow_comment: true },
    ...rest,
  ]
  const draft = { ...pulseDraft([team]), ...outageSurvey, translations: outageTranslations, questions }
  const { id } = ok(await author.post('/api/pulses', { ...draft, channels: ['code'] }))
  ok(await author.post(`/api/pulses/${id}/open`))
  const { pools } = ok(await world.admin.post(`/api/pulses/${id}/codes`))
  const addresses = pools[0].codes.map(({ code }: { code: string }) => `${world.url}/r/${code}`)
  survey = addresses[0]
  others = addresses.slice(1)
  visitor = await visit({ viewport: sizes[0], reducedMotion: 'reduce' }, world)
  await visitor.page.goto(`${world.url}/r/kiosk`)
})

after(() => visitor.close())

const sizeOf = (of: Locator) => of.evaluate((it) => getComputedStyle(it).fontSize)

for (const size of sizes)
  test(`what leads on is whole on the first screens, below the answers, ${size.width} × ${size.height}`, async () => {
    const { page } = visitor
    await page.setViewportSize(size)
    const next = page.locator('[data-next]')
    const leadsOn = async (what: string): Promise<void> => {
      const box = (await next.boundingBox())!
      const answers = (await page.locator('.question:not(.away) .steps').boundingBox())!
      assert.ok(box.y + box.height <= size.height - 8, `${what}: ${box.y + box.height}`)
      assert.ok(box.y >= answers.y + answers.height, what)
    }
    for (const language of languages) {
      await page.goto('about:blank')
      await page.goto(`${survey}?lang=${language}`)
      await page.locator('.single').waitFor()
      await picture(page, `kiosk-first-${language}-${size.width}`, { isWhole: false })
      await leadsOn(`${language}, first`)
      const [bar, number] = [
        (await page.locator('progress').boundingBox())!,
        (await page.locator('.question:not(.away) .number').boundingBox())!,
      ]
      assert.ok(
        number.y - bar.y - bar.height >= 5,
        `${language}: ${number.y - bar.y - bar.height} below the bar`,
      )
      const label = await sizeOf(page.locator('.question:not(.away) .ends > *').first())
      assert.equal(await sizeOf(page.locator('.question:not(.away) .comment > summary')), label, language)
      await next.click()
      const back = page.locator('[data-back]')
      await back.waitFor()
      await picture(page, `kiosk-second-${language}-${size.width}`, { isWhole: false })
      await leadsOn(`${language}, second`)
      assert.equal(await sizeOf(back), await sizeOf(next), language)
    }
  })

test('what somebody leaves by and who asks are 24 px and a line apart', async () => {
  const { page } = visitor
  for (const size of sizes)
    for (const language of languages) {
      await page.setViewportSize(size)
      await page.goto(`${survey}?lang=${language}`)
      const at = await page.locator('.bar').evaluate((it) => {
        const words = (of: Element) => {
          const range = document.createRange()
          range.selectNodeContents(of)
          return range.getBoundingClientRect()
        }
        const name = it.querySelector('.asking')!
        const [leave, asks] = [words(it.querySelector('.start a')!), words(name)]
        const isRead = getComputedStyle(it).direction
        return {
          gap: isRead === 'rtl' ? leave.left - asks.right : asks.left - leave.right,
          line: getComputedStyle(name).borderInlineStartWidth,
        }
      })
      assert.ok(at.gap >= 24, `${language}, ${size.width}: ${at.gap}`)
      assert.equal(at.line, '1px', language)
    }
})

test('the pattern of a code is paler than a code, can be read all the same, and is spaced as one', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = visitor
    await page.emulateMedia({ colorScheme })
    await page.goto(`${world.url}/r/kiosk`)
    await picture(page, `kiosk-code-${colorScheme}`, { isWhole: false })
    const { typed, pattern, ground, spaced } = await page.locator('#code').evaluate((it) => {
      const [own, shown] = [getComputedStyle(it), getComputedStyle(it, '::placeholder')]
      return {
        typed: own.color,
        pattern: shown.color,
        ground: own.backgroundColor,
        spaced: Number.parseFloat(own.letterSpacing) / Number.parseFloat(own.fontSize),
      }
    })
    const inHex = (rgb: string) =>
      `#${[...rgb.matchAll(/\d+/g)].map(([part]) => Number(part).toString(16).padStart(2, '0')).join('')}`
    const read = contrastOf(inHex(pattern), inHex(ground))
    assert.ok(read >= contrastMin && read < 5.5, `${colorScheme}: ${read}`)
    assert.ok(contrastOf(inHex(typed), inHex(ground)) >= 2 * read, colorScheme)
    assert.ok(spaced >= 0.08, String(spaced))
  }
  await visitor.page.emulateMedia({ colorScheme: null })
})

test('after sending, on a phone, the ring and its words are in the middle, and the buttons take their row', async () => {
  const { page } = visitor
  await page.setViewportSize({ width: 360, height: 740 })
  for (const [at, language] of languages.entries()) {
    await page.goto('about:blank')
    await page.goto(`${others[at]}?lang=${language}#all`)
    await page.locator('.steps .option').first().click()
    await page.locator('form[data-answer] .actions [type=submit]').click()
    await page.locator('.to-next svg').waitFor()
    await picture(page, `kiosk-sent-${language}-360`)
    const places = await page.locator('.to-next').evaluate((it) => {
      const words = document.createRange()
      words.selectNodeContents(it.querySelector('span')!)
      const boxes = [it.querySelector('svg')!.getBoundingClientRect(), words.getBoundingClientRect()]
      const [left, right] = [
        Math.min(...boxes.map((box) => box.left)),
        Math.max(...boxes.map((box) => box.right)),
      ]
      return { middle: (left + right) / 2, isOneRow: boxes[0].bottom > boxes[1].top }
    })
    assert.ok(Math.abs(places.middle - 180) <= 24, `${language}: ${places.middle}`)
    assert.ok(places.isOneRow, language)
    const rows = await page.locator('.receipt > .actions').evaluate((it) => {
      const { left, right } = it.getBoundingClientRect()
      const boxes = [...it.children].map((one) => one.getBoundingClientRect())
      return boxes.map(({ top }) => {
        const row = boxes.filter((one) => one.top === top)
        return [
          Math.min(...row.map((one) => one.left)) - left,
          right - Math.max(...row.map((one) => one.right)),
        ]
      })
    })
    for (const room of rows.flat()) assert.ok(room < 1, `${language}: ${rows.join(' | ')}`)
    await page.goto(`${world.url}/r/kiosk`)
  }
})
