/** Several choices and the best of an order: how many may be chosen, what else somebody would say, and a place given twice. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../test/support/accessible.ts'
import {
  noSidewaysScrolling,
  openPulse,
  phone,
  picture,
  type Visitor,
  visit,
} from '../../test/support/visit.ts'
import { newWorld, type World } from '../../test/support/world.ts'

let world: World
let urls: string[]
const visitors: Visitor[] = []

const options = ['Parking', 'Canteen', 'Training', 'Flexible hours'].map((text, at) => ({
  id: `o${at}`,
  text,
}))
const questions = [
  { id: 'two', type: 'ranking', text: 'Pick your top two', options, max_picks: 2 },
  { id: 'least', type: 'ranking', text: 'And the two worst?', options, min_picks: 2, max_picks: 3 },
  { id: 'helped', type: 'multi_choice', text: 'What helped?', options, max_picks: 2, other: true },
]

before(async () => {
  world = await newWorld()
  const confidentiality = { mode: 'confidential' }
  urls = (await openPulse(world, { questions, confidentiality }, 12)).urls
  for (const options of [{ ...phone, hasTouch: true }, { viewport: { width: 1280, height: 800 } }])
    visitors.push(await visit({ ...options, reducedMotion: 'reduce' }, world))
})
after(async () => {
  for (const visitor of visitors) await visitor.close()
})

const question = (page: Page, id: string) => page.locator(`[data-question=${id}]`)
const rows = (page: Page, id: string) => question(page, id).locator('.pick')
const send = (page: Page) => page.getByRole('button', { name: 'Send answers' }).click()

const placesOf = (page: Page, id: string): Promise<string[]> =>
  rows(page, id).evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.place ?? ''))

async function answersSent(page: Page) {
  await page.waitForURL(/receipts/)
  return (await world.anyone.get(new URL(page.url()).pathname)).body.answers
}

test('the best two are pressed in their order, by finger, mouse and keys, and once more to take one away', async () => {
  for (const { page } of visitors) {
    await page.goto(`${urls.pop()}?lang=en`)
    const two = question(page, 'two')
    await rows(page, 'two').first().waitFor()
    const said = await two.innerText()
    assert.match(said, /Choose up to 2\.\s+Pick your first choice, then the next\./)
    assert.equal(await two.locator('select:visible').count(), 0)
    await rows(page, 'two').nth(1).click()
    assert.deepEqual(await placesOf(page, 'two'), ['', '1', '', ''])
    await rows(page, 'two').nth(0).press('Enter')
    assert.deepEqual(await placesOf(page, 'two'), ['2', '1', '', ''])
    const heard = two.getByRole('button', { name: 'Rank 1: Canteen', pressed: true })
    assert.equal(await heard.count(), 1)
    assert.equal(await two.locator('.picked').innerText(), '2 of 2 chosen')
    for (const at of [2, 3]) assert.ok(await rows(page, 'two').nth(at).isDisabled(), 'as many as may be')
    await assertAccessible(page, { within: '[data-question=two]' })
    assert.ok(await noSidewaysScrolling(page))
    await picture(page, 'best-two')
    // Whoever takes the first away has the second in its place.
    await rows(page, 'two').nth(1).press('Space')
    assert.deepEqual(await placesOf(page, 'two'), ['1', '', '', ''])
    assert.ok(await rows(page, 'two').nth(3).isEnabled())
    await rows(page, 'two').nth(3).click()
    await two.getByRole('button', { name: /^Clear: / }).click()
    assert.deepEqual(await placesOf(page, 'two'), ['', '', '', ''])
    await rows(page, 'two').nth(3).click()
    await rows(page, 'two').nth(0).click()
    await send(page)
    assert.deepEqual(await answersSent(page), [{ question_id: 'two', value: ['o3', 'o0'] }])
  }
})

test('too few of an order are told before anything is sent', async () => {
  for (const { page } of visitors) {
    await page.goto(`${urls.pop()}?lang=en`)
    await rows(page, 'least').nth(2).click()
    await send(page)
    await question(page, 'least').getByText('Choose 2 to 3.', { exact: true }).first().waitFor()
    assert.match(await page.locator('#send-state').innerText(), /And the two worst\?\s+Choose 2 to 3\./)
    await rows(page, 'least').nth(1).click()
    assert.equal(await page.locator('.faulty').count(), 0)
  }
})

test('without script a place that is given twice is named, with the options that have it', async () => {
  const bare = await visit({ ...phone, javaScriptEnabled: false }, world)
  const { page } = bare
  await page.goto(`${urls.pop()}?lang=en`)
  assert.match(
    await question(page, 'two').innerText(),
    /Choose up to 2\.\s+Use each rank once, starting with 1\./,
  )
  const placeOf = (text: string) => question(page, 'two').getByLabel(`Rank of “${text}”`)
  await placeOf('Parking').selectOption('1')
  await placeOf('Canteen').selectOption('1')
  await send(page)
  const fault = 'You gave 1 to “Parking” and “Canteen”. Use each rank once.'
  assert.equal(await page.locator('#two-fault').innerText(), fault)
  assert.ok((await page.getByRole('alert').innerText()).includes(fault), 'in the list, too')
  await placeOf('Canteen').selectOption('2')
  await send(page)
  assert.deepEqual(await answersSent(page), [{ question_id: 'two', value: ['o0', 'o1'] }])
  await bare.close()
})

test('of several choices something else is one, with a field that opens, and counts as the others do', async () => {
  for (const { page } of visitors) {
    await page.goto(`${urls.pop()}?lang=en`)
    const helped = question(page, 'helped')
    const [other, words] = [helped.getByLabel('Something else'), helped.getByLabel('In your own words')]
    assert.equal(await words.isVisible(), false)
    const told = helped.locator('.picked')
    const firstChoice = async () => {
      const [card, choice] = [
        await helped.boundingBox(),
        await helped.locator('.option').first().boundingBox(),
      ]
      return choice!.y - card!.y
    }
    const before = await firstChoice()
    await helped.getByLabel('Parking').check()
    assert.equal(await firstChoice(), before, 'the first count moves nothing')
    assert.equal(await told.innerText(), '1 of 2 chosen')
    const hint = (await helped.locator('.hint').boundingBox())!
    assert.ok(Math.abs((await told.boundingBox())!.y - hint.y) < 2, 'beside what it counts up to')
    await helped.getByLabel('Canteen').check()
    assert.ok(await other.isDisabled())
    const dimmed = await helped
      .locator('.option:has(:disabled)')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity))
    assert.deepEqual(dimmed, ['0.5', '0.5', '0.5'], 'as its neighbours')
    await helped.getByLabel('Canteen').uncheck()
    await other.check()
    assert.ok(await words.evaluate((it) => it === document.activeElement))
    assert.equal(await told.innerText(), '2 of 2 chosen')
    // Nothing written is no answer, and is told.
    await send(page)
    const fault = helped.getByText('Write a word or two, or untick “Something else”.')
    await fault.waitFor()
    await words.fill('The lead')
    assert.equal(await fault.count(), 0)
    await other.uncheck()
    assert.equal(await words.isVisible(), false)
    await other.check()
    assert.equal(await words.inputValue(), 'The lead', 'what was written is back')
    await assertAccessible(page, { within: '[data-question=helped]' })
    await send(page)
    assert.deepEqual(await answersSent(page), [{ question_id: 'helped', value: ['o0'], text: 'The lead' }])
  }
})

test('words that were saved are chosen when they come back, with script and without, and go with their choice', async () => {
  const bare = await visit({ ...phone, javaScriptEnabled: false }, world)
  const url = urls.pop()!
  await bare.page.goto(`${url}?lang=en`)
  await question(bare.page, 'helped').getByLabel('In your own words').fill('The lead')
  await bare.page.getByRole('button', { name: 'Save for later' }).click()
  await bare.page.goto(`${url}?lang=en`)
  assert.ok(await question(bare.page, 'helped').getByLabel('Something else').isChecked())
  await send(bare.page)
  assert.deepEqual(await answersSent(bare.page), [{ question_id: 'helped', text: 'The lead' }])
  await bare.close()
  const { page } = visitors[0]
  await page.goto(`${urls.pop()}?lang=en`)
  await question(page, 'helped').getByLabel('Something else').check()
  await question(page, 'helped').getByLabel('In your own words').fill('The lead')
  await question(page, 'helped').getByLabel('Something else').uncheck()
  await rows(page, 'two').nth(0).click()
  await send(page)
  assert.deepEqual(await answersSent(page), [{ question_id: 'two', value: ['o0'] }])
})
