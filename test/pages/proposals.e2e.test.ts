/**
 * Translations that a language model proposes, in the editor: an admin agrees, an author asks, changes, accepts and drops; a model that fails,
 * what is left out, the keys alone, a phone, the dark and German.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { activated, weekly } from '../support/recurring.ts'
import { startTranslator } from '../support/translator.ts'
import { picture } from '../support/visit.ts'
import { type Client, eventually, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import {
  expectRefusals,
  isThere,
  isWell,
  isWellEverywhere,
  startPeopledSite,
  visit,
  visitAs,
} from './visit.ts'

const translator = await startTranslator()
const { site, world, admin } = await startPeopledSite({ env: translator.env })
const author: Client = await world.user({ id: world.adminId })
const refusals = /status of 502|sandboxed/
const page = await visit({ refusals, locale: 'en-GB', viewport: { width: 1280, height: 900 } })
after(() => page.context().close())

let teamId: string

before(async () => {
  teamId = (await world.team('Engineering', 9)).id
  await arriveAs(page, site, `${site.pages}/app/surveys`, admin)
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const saved = () => page.getByText('All changes saved').waitFor()
const group = () => page.getByRole('group', { name: 'German' })
const panel = () => page.getByRole('region', { name: 'Proposed translations' })
const dialog = () => page.getByRole('dialog')

const questions = [
  { id: 'calm', type: 'scale', text: 'In the last 7 days, how calm was it?', labels: ['Not at all', 'Very'] },
  {
    id: 'first',
    type: 'single_choice',
    text: 'What first?',
    options: [
      { id: 'sleep', text: 'Sleep' },
      { id: 'focus', text: 'Focus' },
    ],
  },
]

const drafted = async (more: object = {}): Promise<string> =>
  (
    await bodyOf(
      author.post(
        '/api/pulses',
        pulseDraft([teamId], { title: 'Your week', questions, translations: { de: {} }, ...more }),
      ),
      201,
    )
  ).id

const edit = async (kind: 'pulses' | 'check-ins', id: string): Promise<void> => {
  await page.goto(`${site.pages}/app/${kind}/${id}/edit`)
  await isThere(page)
}

test('nothing is offered before an admin agrees, which says what leaves', async () => {
  const id = await drafted()
  await edit('pulses', id)
  await group().getByText('7 texts are not translated yet').waitFor()
  assert.equal(await panel().count(), 0)

  await page.goto(`${site.pages}/app/settings/organisation?tab=agents`)
  const agreement = page.getByRole('switch', { name: 'Let authors have translations proposed' })
  await agreement.click()
  await dialog().getByText('Answers are never sent.', { exact: false }).waitFor()
  await isWell(page)
  await dialog().getByRole('button', { name: 'Agree to use' }).click()
  await page.getByText(`Texts of surveys are sent to ${translator.host}`).waitFor()
  await dialog().waitFor({ state: 'detached' })
  await isWellEverywhere(page, (look) => picture(page, `proposals-agreement-${look}`))
  const other = page.getByRole('switch', { name: 'Send comments to the language model' })
  assert.equal(await other.isChecked(), false, 'comments are another matter')
})

test('before it opens, a survey says how many texts are read in its main language', async () => {
  await edit('pulses', await drafted())
  await group().getByText('7 texts are not translated yet').waitFor()
  await button('Review and open…').click()
  await dialog().getByText('German: 7 texts are not translated.').waitFor()
})

test('an author changes, drops and accepts proposals, and takes it back', async () => {
  const id = await drafted()
  const translationsOf = async () => (await bodyOf(author.get(`/api/pulses/${id}`))).translations.de
  await edit('pulses', id)
  await panel().getByText(`to ${translator.host}, and no answers`, { exact: false }).waitFor()
  await isWellEverywhere(page, (look) => picture(page, `proposals-before-${look}`))
  const release = Promise.withResolvers<void>()
  const { translate } = translator
  translator.translate = async (asked, response) => {
    await release.promise
    return translate(asked, response)
  }
  await button('Propose translation').click()
  await panel().getByText('You can go on writing.', { exact: false }).waitFor()
  const calm = group().getByLabel(questions[0].text, { exact: true })
  // A text stands once: its own field is back when its proposal is decided.
  const sleepField = group().getByLabel('Sleep', { exact: true })
  await sleepField.waitFor()
  await calm.focus()
  release.resolve()
  await panel().getByText('7 proposals by a language model.', { exact: false }).waitFor()
  translator.translate = translate
  assert.equal(await group().locator(':focus').count(), 1, 'whoever is in a field stays there')
  await sleepField.waitFor({ state: 'detached' })
  await page.keyboard.press('Tab')
  await calm.waitFor({ state: 'detached' })
  assert.deepEqual(await translationsOf(), {}, 'nothing is saved before somebody accepts it')
  await isWellEverywhere(page, (look) => picture(page, `proposals-open-${look}`))

  const sleep = panel().getByLabel('Proposal for: Sleep')
  assert.equal(await sleep.inputValue(), 'German: Sleep')
  await sleep.fill('Schlaf')
  await button('Accept: Sleep').click()
  await button('Drop: Focus').click()
  await panel().getByText('5 proposals by a language model.', { exact: false }).waitFor()
  assert.equal(await sleepField.inputValue(), 'Schlaf')
  assert.equal(await group().getByLabel('Focus', { exact: true }).inputValue(), '')
  await saved()
  assert.deepEqual(await translationsOf(), { questions: { first: { options: { sleep: 'Schlaf' } } } })

  await button('Accept all 5 proposals').click()
  await panel().getByText('You have decided on every proposal.').waitFor()
  await group().getByText('1 text is not translated yet').waitFor()
  await eventually(translationsOf, (now) => now.title === 'German: Your week')
  assert.deepEqual((await translationsOf()).questions.calm.labels, ['German: Not at all', 'German: Very'])
  // One step, as it was one click; what is open again is proposed again.
  await button('Undo').click()
  await panel().getByText('5 proposals by a language model.', { exact: false }).waitFor()
  await eventually(translationsOf, (now) => now.title === undefined)

  // Anyone who changes the original gets no proposal for what it said before.
  await page.getByLabel('Title', { exact: true }).fill('Your last week')
  await panel().getByText('4 proposals by a language model.', { exact: false }).waitFor()
})

test('a model that fails is named, and what does not fit is left out with the reason', async () => {
  const id = await drafted()
  await edit('pulses', id)
  const { translate } = translator
  translator.translate = (_asked, response) => void response.writeHead(503).end()
  await button('Propose translation').click()
  await panel().getByRole('alert').getByText('gave no usable reply', { exact: false }).waitFor()
  await isWellEverywhere(page, (look) => picture(page, `proposals-failed-${look}`))
  translator.translate = ({ texts }) => ({
    texts: texts.map(({ id: name, text }) => ({ id: name, text: text.replace('7', '30').replace('?', '!') })),
  })
  await button('Try again').click()
  await panel().getByText('No proposal for 1 text').waitFor()
  await panel().getByText('it changed a number', { exact: false }).waitFor()
  await panel().getByText('6 proposals by a language model.', { exact: false }).waitFor()
  await isWell(page)
  translator.translate = translate
})

test('a check-in that runs is saved by hand before its texts are sent', async () => {
  const { id } = await activated(author, weekly([teamId], { translations: { de: {} } }))
  await edit('check-ins', id)
  await page.getByLabel('Title', { exact: true }).fill('Your weeks')
  await page.getByText('Not saved yet').waitFor()
  await button('Propose translation').click()
  await panel().getByText('Save your changes first', { exact: false }).waitFor()
  assert.equal((await bodyOf(author.get(`/api/check-ins/${id}`))).title, 'Weekly')
  await button('Save changes').click()
  await page.getByText('Saved, from the next time on').waitFor()
  await button('Propose translation').click()
  await panel().getByLabel('Proposal for: Your weeks').waitFor()
})

test('with the keys alone: proposed, dropped, accepted, and the focus is never lost', async () => {
  const id = await drafted({ questions: [questions[1]] })
  await edit('pulses', id)
  const focused = () =>
    page.evaluate<string>(
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.tagName",
    )
  const isFocused = (label: string) => eventually(focused, (now) => now === label)
  await button('Propose translation').focus()
  await page.keyboard.press('Enter')
  await panel().getByText('4 proposals by a language model.', { exact: false }).waitFor()
  await panel().getByLabel('Proposal for: Your week').focus()
  await page.keyboard.press('Tab')
  await isFocused('Accept: Your week')
  await page.keyboard.press('Enter')
  await isFocused('Proposal for: What first?')
  for (const key of ['Tab', 'Tab', 'Space']) await page.keyboard.press(key)
  await isFocused('Proposal for: Sleep')
  for (const key of ['Tab', 'Enter', 'Tab', 'Enter']) await page.keyboard.press(key)
  await panel().getByText('You have decided on every proposal.').waitFor()
  await isFocused('Proposed translations')
  await eventually(
    async () => (await bodyOf(author.get(`/api/pulses/${id}`))).translations.de,
    (now) => now.title === 'German: Your week' && now.questions?.first?.options?.focus === 'German: Focus',
  )
  assert.equal(
    (await bodyOf(author.get(`/api/pulses/${id}`))).translations.de.questions.first.text,
    undefined,
  )
})

test('on a phone, in the dark and in German', async () => {
  const id = await drafted({ language: 'en' })
  const german = await visitAs(page, {
    locale: 'de-DE',
    colorScheme: 'dark',
    viewport: { width: 360, height: 800 },
    refusals,
  })
  await german.goto(`${site.pages}/app/pulses/${id}/edit`)
  await isThere(german)
  await german.getByRole('button', { name: 'Übersetzung vorschlagen' }).click()
  await german.getByText('7 Vorschläge eines Sprachmodells.', { exact: false }).waitFor()
  await isWell(german)
  await picture(german, 'proposals-phone-german')
  await german.getByRole('button', { name: 'Alle 7 Vorschläge übernehmen' }).click()
  await german.getByText('Sie haben über jeden Vorschlag entschieden.').waitFor()
  await german.getByText('Alles ist übersetzt.').waitFor()
  await isWell(german)
  expectRefusals(german, null)
  await german.context().close()
})
