/** Every type of question on the answer page: with script and without, by keys alone, by touch, with names for screen readers, on a phone, from right to left, in the dark. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { unitOf } from '../../contract/form-items.ts'
import type { Answer, FormQuestion } from '../../contract/questions.ts'
import { assertAccessible } from '../../test/support/accessible.ts'
import { everyForm } from '../../test/support/every-question.ts'
import { itemsWith } from '../../test/support/question-fields.ts'
import { openPulse, phone, type Visitor, visit } from '../../test/support/visit.ts'
import { newWorld, type World } from '../../test/support/world.ts'
import { definitionOf, partsOf, partsOfForm } from '../questions/questions.ts'
import { formOf } from './form.ts'

const wanted: Answer[] = partsOfForm(everyForm).map((part) => ({
  question_id: part.id,
  ...definitionOf(part).examples(part)[1],
}))
/** The fields of a form with these answers, by name. */
const form = formOf(everyForm, wanted)

let world: World
let urls: string[]
let taken = 0
let scripted: Visitor
let bare: Visitor
let touched: Visitor

before(async () => {
  world = await newWorld()
  const confidentiality = { mode: 'confidential' }
  urls = (await openPulse(world, { questions: everyForm, confidentiality })).urls
  scripted = await visit({ ...phone, locale: 'en-US', reducedMotion: 'reduce' }, world)
  bare = await visit({ ...phone, locale: 'en-US', javaScriptEnabled: false }, world)
  touched = await visit(
    { ...phone, locale: 'en-US', reducedMotion: 'reduce', hasTouch: true, isMobile: true },
    world,
  )
})
after(async () => {
  await touched.close()
  await scripted.close()
  await bare.close()
})

const itemOf = (page: Page, { id }: FormQuestion): Locator => page.locator(`[data-question="${id}"]`)

/** The names and values of its fields. */
const fieldsOf = (item: FormQuestion): [string, readonly string[]][] => {
  const ids = new Set(partsOf(item).map(({ id }) => id))
  const isOf = (name: string): boolean => [...ids].some((id) => name === id || name.startsWith(`${id}.rank.`))
  return [...form].filter(([name]) => isOf(name))
}

/** @param look  a function of the element of an item, as text */
const lookAt = <T>(page: Page, { id }: FormQuestion, look: string): Promise<T> =>
  page.evaluate<T>(`(${look})(document.querySelector('[data-question="${id}"]'))`)

/** Elements that stick out of a phone. */
const sticksOut = `(item) => [item, ...item.querySelectorAll('*')]
  .filter((it) => it.checkVisibility())
  .filter((it) => it.getBoundingClientRect().right > innerWidth || it.getBoundingClientRect().left < 0)
  .map((it) => it.outerHTML.slice(0, 80))`

/** What describes the field of a number first. */
const unitHeard = `(item) => {
  const [first] = item.querySelector('input[type=number]').getAttribute('aria-describedby').split(' ')
  return document.getElementById(first).innerText
}`

const named = (page: Page, name: string): Locator => page.locator(`[name="${name}"]`)

const isChosen = (type: string | null): boolean => type === 'radio' || type === 'checkbox'

async function holds(page: Page, item: FormQuestion): Promise<void> {
  for (const [name, values] of fieldsOf(item)) {
    const fields = named(page, name)
    const isChoice = isChosen(await fields.first().getAttribute('type'))
    const chosen = isChoice ? page.locator(`[name="${name}"]:checked`) : fields
    const held: string[] = []
    for (const one of await chosen.all())
      held.push(isChoice ? ((await one.getAttribute('value')) ?? '') : await one.inputValue())
    assert.deepEqual(held, values, name)
  }
}

/** Opens what the field of a comment is folded into. @param press  the line that opens it */
async function unfold(field: Locator, press: (line: Locator) => Promise<void>): Promise<void> {
  const folded = field.locator('xpath=ancestor::details[not(@open)]/summary')
  for (const line of await folded.all()) await press(line)
}

async function pick(page: Page, item: FormQuestion): Promise<void> {
  for (const [name, values] of fieldsOf(item))
    for (const value of values) {
      const field = named(page, name).first()
      await unfold(field, (line) => line.click())
      if (isChosen(await field.getAttribute('type')))
        await page
          .locator('label.option', { has: page.locator(`[name="${name}"][value="${value}"]`) })
          .click()
      else if (name.includes('.rank.')) await field.selectOption(value)
      else await field.fill(value)
    }
}

/** The options of a ranking, from first to last. */
const orderOf = (item: FormQuestion): string[] => {
  const value = wanted.find(({ question_id: id }) => id === item.id)?.value
  return Array.isArray(value) ? value : []
}

/** Moves each option up to its place. @param press  the button of that name, once */
async function rank(item: FormQuestion, { page, press }: { page: Page; press(name: string): Promise<void> }) {
  assert.equal(item.type, 'ranking')
  const texts = new Map(item.type === 'ranking' ? item.options.map(({ id, text }) => [id, text]) : [])
  const rows = itemOf(page, item).locator('li .what')
  for (const [place, id] of orderOf(item).entries())
    for (let moves = 0; moves < 9; moves++) {
      const at = (await rows.allInnerTexts()).indexOf(texts.get(id) ?? '')
      if (at <= place) break
      await press(`Move up: ${texts.get(id)}`)
    }
}

/** What was sent is what was stored, type by type. */
async function isStored(page: Page, items: readonly FormQuestion[]): Promise<void> {
  await page.getByRole('button', { name: 'Send answers' }).click()
  await page.waitForURL(/receipts/)
  const { body } = await world.anyone.get(new URL(page.url()).pathname)
  const ids = new Set(items.flatMap((item) => partsOf(item).map(({ id }) => id)))
  assert.deepEqual(
    body.answers,
    wanted.filter(({ question_id: id }) => ids.has(id)),
  )
}

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = () => page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)
  for (let presses = 0; presses < 60; presses++) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`no Tab leads to ${selector}`)
}

async function answerByKeys(page: Page, item: FormQuestion): Promise<void> {
  if (item.type === 'ranking')
    return rank(item, {
      page,
      press: async (name) => {
        // Whatever was moved keeps the focus, so the way goes on from the start of the question.
        await lookAt(page, item, '(it) => it.focus()')
        await tabTo(page, `[aria-label="${name}"]`)
        await page.keyboard.press('Enter')
      },
    })
  for (const [name, values] of fieldsOf(item)) {
    const type = await named(page, name).first().getAttribute('type')
    if (type === 'checkbox')
      for (const value of values) {
        await tabTo(page, `[name="${name}"][value="${value}"]`)
        await page.keyboard.press('Space')
      }
    else if (type === 'radio') {
      await tabTo(page, `[name="${name}"]`)
      await page.keyboard.press('Space')
      for (let presses = 0; presses < 12; presses++) {
        if (await page.locator(`[name="${name}"][value="${values[0]}"]`).isChecked()) break
        await page.keyboard.press('ArrowDown')
      }
    } else {
      await unfold(named(page, name), async () => {
        await tabTo(page, `[data-question="${item.id}"] summary`)
        await page.keyboard.press('Enter')
      })
      await tabTo(page, `[name="${name}"]`)
      // As a browser of this locale asks for a day: month, day, year.
      const [year, month, day] = values[0].split('-')
      await page.keyboard.type(type === 'date' ? `${month}${day}${year}` : values[0])
    }
  }
}

/** A field that is typed into is tapped first, as a finger does: what takes the tap is the field, and nothing lies over it. */
async function answerByTaps(page: Page, item: FormQuestion): Promise<void> {
  if (item.type === 'ranking')
    return rank(item, { page, press: (name) => page.getByRole('button', { name, exact: true }).tap() })
  for (const [name, values] of fieldsOf(item))
    for (const value of values) {
      const field = named(page, name).first()
      await unfold(field, (line) => line.tap())
      if (isChosen(await field.getAttribute('type')))
        await page.locator('label.option', { has: page.locator(`[name="${name}"][value="${value}"]`) }).tap()
      else if (item.type === 'slider')
        await tapAtEnd(itemOf(page, item).getByRole('slider'), Number(value) > 0)
      else {
        await field.tap()
        await field.fill(value)
      }
    }
}

/** A finger lands anywhere on the line; its ends are the lowest and the highest value. */
async function tapAtEnd(line: Locator, isHigh: boolean) {
  const { width, height } = (await line.boundingBox())!
  await line.tap({ position: { x: isHigh ? width - 6 : 6, y: height / 2 } })
}

suite('with script', () => {
  before(() => scripted.page.goto(urls[taken++]))
  for (const item of itemsWith('script'))
    test(`${item.type}, ${item.id}`, async () => {
      const { page } = scripted
      if (item.type === 'ranking')
        await rank(item, {
          page,
          press: (name) => page.getByRole('button', { name, exact: true }).click(),
        })
      else await pick(page, item)
      await holds(page, item)
    })
  test('all of it is stored', () => isStored(scripted.page, itemsWith('script')))
})

suite('without script', () => {
  before(() => bare.page.goto(urls[taken++]))
  for (const item of itemsWith('no script'))
    test(`${item.type}, ${item.id}`, async () => {
      await pick(bare.page, item)
      await holds(bare.page, item)
      // The browser shows an empty date as signs of its own: what is to be done is said in words, and only there.
      const hint = (page: Page) => itemOf(page, item).getByText('Choose a date', { exact: true })
      if (item.type === 'date') assert.ok(await hint(bare.page).isVisible())
    })
  test('all of it is stored', () => isStored(bare.page, itemsWith('no script')))
})

suite('by keys alone', () => {
  before(() => scripted.page.goto(urls[taken++]))
  for (const item of itemsWith('keyboard'))
    test(`${item.type}, ${item.id}`, async () => {
      await answerByKeys(scripted.page, item)
      await holds(scripted.page, item)
    })
  test('all of it is stored', () => isStored(scripted.page, itemsWith('keyboard')))
})

suite('by touch', () => {
  before(() => touched.page.goto(urls[taken++]))
  for (const item of itemsWith('touch'))
    test(`${item.type}, ${item.id}`, async () => {
      await answerByTaps(touched.page, item)
      await holds(touched.page, item)
    })
  test('all of it is stored', () => isStored(touched.page, itemsWith('touch')))
})

suite('with names for screen readers', () => {
  before(() => scripted.page.goto(urls[taken]))
  for (const item of itemsWith('names'))
    test(`${item.type}, ${item.id}`, async () => {
      const all = itemOf(scripted.page, item)
      const heard = await all.ariaSnapshot()
      assert.ok(heard.includes(item.text), heard)
      // Every control has a name, and those of one group differ.
      const controls =
        heard.match(/^\s*- (radio|checkbox|spinbutton|textbox|combobox|slider|button)\b.*$/gm) ?? []
      assert.equal(controls.length > 0, item.type !== 'statement', heard)
      for (const control of controls) assert.match(control, /- \w+ "[^"]+"/)
      const radios = controls.filter((control) => control.includes('- radio'))
      assert.equal(
        new Set(radios).size * (item.type === 'matrix' ? item.rows.length : 1),
        radios.length,
        heard,
      )
      const unit = unitOf(item)
      if (unit === undefined) return
      assert.equal(await lookAt(scripted.page, item, unitHeard), unit)
      // A line to drag says it with its value, and that there is none yet.
      for (const line of await all.getByRole('slider').all()) {
        assert.match((await line.getAttribute('data-said')) ?? '', new RegExp(`^\\{value\\}\\s?${unit}$`))
        assert.match((await line.getAttribute('aria-valuetext')) ?? '', /^Not answered yet/)
      }
    })
})

suite('at 360 px', () => {
  before(() => scripted.page.goto(urls[taken]))
  for (const item of itemsWith('360 px'))
    test(`${item.type}, ${item.id}`, async () => {
      assert.deepEqual(await lookAt(scripted.page, item, sticksOut), [])
    })
})

/** How far each field, option and button of an item begins from where its lines begin: from the left, or from the right. A button after another hangs on that one's words. */
const startsOf = `(item) => [...item.querySelectorAll('label.option, input, textarea, select, button:not(.plain + .plain)')]
  .filter((it) => it.checkVisibility({ checkOpacity: true }) && it.getBoundingClientRect().width > 1)
  .map((it) => {
    const { left, right } = it.getBoundingClientRect()
    const isFromRight = getComputedStyle(it.parentElement).direction === 'rtl'
    return [it.name || it.className || it.type, Math.round(isFromRight ? document.documentElement.clientWidth - right : left)]
  })`

suite('from right to left', () => {
  /** What is not translated keeps the direction of its own language, so the survey is written in Arabic. */
  let mirrored: Page
  before(async () => {
    const other = await newWorld({ running: world.running })
    const written = await openPulse(other, { questions: everyForm, language: 'ar' })
    mirrored = await scripted.page.context().newPage()
    await mirrored.goto(`${written.urls[0]}?lang=ar`)
    await scripted.page.goto(`${urls[taken]}?lang=en`)
  })
  after(() => mirrored.close())
  for (const item of itemsWith('right to left'))
    test(`${item.type}, ${item.id}`, async () => {
      assert.equal(await lookAt(mirrored, item, '(it) => getComputedStyle(it).direction'), 'rtl')
      assert.deepEqual(await lookAt(mirrored, item, sticksOut), [])
      const [there, here] = await Promise.all(
        [scripted.page, mirrored].map((page) => lookAt<[string, number][]>(page, item, startsOf)),
      )
      assert.equal(there.length > 0, item.type !== 'statement')
      assert.deepEqual(
        here.map(([name]) => name),
        there.map(([name]) => name),
      )
      for (const [at, [name, start]] of here.entries())
        assert.ok(Math.abs(start - there[at][1]) <= 2, `${name} begins at ${start}, not ${there[at][1]}`)
    })
})

suite('in the dark', () => {
  before(async () => {
    await scripted.page.goto(urls[taken])
    await scripted.page.emulateMedia({ colorScheme: 'dark' })
  })
  after(() => scripted.page.emulateMedia({ colorScheme: 'light' }))
  for (const item of itemsWith('dark'))
    test(`${item.type}, ${item.id}`, async () => {
      const { page } = scripted
      if (item.type !== 'statement' && item.type !== 'ranking') await pick(page, item)
      await assertAccessible(page, { only: 'colours', within: `[data-question="${item.id}"]` })
    })
})
