/**
 * Every type of question in the editor: added, changed in what only this type has, and saved as that; in English on a wide screen, and in German
 * on a phone. A type that is new to the contract asks for its lines here.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FormQuestion, type FormType, formTypes } from '../../contract/questions.ts'
import { bodyOf } from '../support/clockwork.ts'
import { picture } from '../support/visit.ts'
import { type Client, eventually, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isThere, isWell, startPeopledSite, sticksOut, visit, visitAs } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const page = await visit({
  // A frame without permission to run scripts is told so by the browser wherever a test looks into it.
  refusals: /sandboxed/,
  locale: 'en-GB',
  viewport: { width: 1280, height: 900 },
})
after(() => page.context().close())

let team: string

before(async () => {
  team = (await world.team('Legal', 6)).id
  await arriveAs(page, site, `${site.pages}/app/surveys`, admin)
})

const drafted = async (title: string): Promise<string> =>
  (await bodyOf(author.post('/api/pulses', pulseDraft([team], { title })), 201)).id

async function edit(id: string, at = page): Promise<void> {
  await at.goto(`${site.pages}/app/pulses/${id}/edit`)
  await isThere(at)
}

const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
const choose = (label: string, option: string) => page.getByLabel(label, { exact: true }).selectOption(option)
const check = (label: string) => page.getByRole('checkbox', { name: label }).check()
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

/** Beside its question; the line of what is not saved says it with its place. */
const faultOf = (text: string) => page.getByText(text, { exact: true }).waitFor()

async function labelEnds(): Promise<void> {
  await fill('Label of the lowest value', 'Never')
  // Nothing is sent meanwhile: the server takes both ends or none.
  await faultOf('Label both ends, or neither.')
  await fill('Label of the highest value', 'Always')
}

/** What an author does to a new question of a type, and what is saved then, without ids. */
type Edit = { change: () => Promise<void>; saved: Record<string, unknown> }

const edits: Readonly<Record<FormType, Edit>> = {
  scale: {
    change: async () => {
      await fill('Highest value', '7')
      await labelEnds()
      await choose('High values are', 'bad news')
      await check('Allow a comment')
    },
    saved: { min: 1, max: 7, labels: ['Never', 'Always'], high_is: 'bad', allow_comment: true },
  },
  enps: { change: () => check('Allow a comment'), saved: { allow_comment: true } },
  single_choice: {
    change: async () => {
      await fill('Choice 1', 'By train')
      await fill('Choice 2', 'By bicycle')
      await check('In their own words')
    },
    saved: { options: ['By train', 'By bicycle'], other: true },
  },
  multi_choice: {
    change: async () => {
      await fill('Choice 1', 'Light')
      await fill('Choice 2', 'Air')
      await press('Add choice')
      await fill('Choice 3', 'Noise')
      await fill('At least', '1')
      await fill('At most', '2')
    },
    saved: { options: ['Light', 'Air', 'Noise'], min_picks: 1, max_picks: 2 },
  },
  ranking: {
    change: async () => {
      await fill('Choice 1', 'Pay')
      await fill('Choice 2', 'Time')
      await press('Add choice')
      await fill('Choice 3', 'Tools')
      await press('Move choice 3 up')
      await press('Remove choice 1')
    },
    saved: { options: ['Tools', 'Time'] },
  },
  yes_no: { change: () => check('An answer is required'), saved: { required: true } },
  mood: {
    change: async () => {
      await choose('High values are', 'neither')
      await check('Allow a comment')
    },
    saved: { high_is: 'neutral', allow_comment: true },
  },
  icons: {
    change: async () => {
      await choose('Icon', 'Heart')
      await choose('Number of icons', '7')
      await labelEnds()
      await check('Allow a comment')
    },
    saved: { icon: 'heart', count: 7, labels: ['Never', 'Always'], allow_comment: true },
  },
  slider: {
    change: async () => {
      await fill('Highest value', '60')
      await fill('Step', '7')
      await faultOf('A slider has whole numbers, at most 21 values, and ends on a step.')
      await fill('Step', '15')
      await fill('Unit', 'minutes')
      await check('Allow a comment')
    },
    saved: { min: 0, max: 60, step: 15, unit: 'minutes', allow_comment: true },
  },
  matrix: {
    change: async () => {
      await fill('Row 1', 'Light')
      await fill('Row 2', 'Air')
      await press('Add row')
      await faultOf('Enter every row, or remove the empty one.')
      await fill('Row 3', 'Noise')
      await press('Move row 3 up')
      await fill('Highest value', '4')
      await check('An answer is required')
    },
    saved: { rows: ['Light', 'Noise', 'Air'], min: 1, max: 4, required: true },
  },
  number: {
    change: async () => {
      await fill('Lowest value', '0')
      await fill('Highest value', '24')
      await fill('Unit', 'hours')
    },
    saved: { min: 0, max: 24, unit: 'hours' },
  },
  date: {
    change: async () => {
      await fill('Earliest date', '2100-01-01')
      await fill('Latest date', '2100-12-31')
    },
    saved: { earliest: '2100-01-01', latest: '2100-12-31' },
  },
  text: { change: () => fill('Most characters', '500'), saved: { max_length: 500 } },
  statement: {
    change: async () => {
      for (const label of ['An answer is required', 'Allow a comment'])
        assert.equal(await page.getByRole('checkbox', { name: label }).count(), 0, label)
      assert.equal(await page.getByLabel('Driver').count(), 0, 'nobody answers it')
    },
    saved: {},
  },
}

const textsOf = (lines: readonly { text: string }[]): string[] => lines.map(({ text }) => text)

/** Ids are the editor's own. */
const withoutIds = ({ id: _id, ...question }: FormQuestion): Record<string, unknown> => ({
  ...question,
  ...('options' in question && { options: textsOf(question.options) }),
  ...('rows' in question && { rows: textsOf(question.rows) }),
})

const questionsOf = async (id: string): Promise<FormQuestion[]> =>
  (await bodyOf(author.get(`/api/pulses/${id}`))).questions

test('a question of every type is added, changed and saved as it was written', async () => {
  const id = await drafted('Every type')
  await edit(id)
  for (const type of formTypes) {
    await page.getByLabel('Type of the new question').selectOption(type)
    await page.getByRole('button', { name: 'Add question' }).click()
    const text = `About ${type}`
    await page.getByRole('textbox', { name: /^Question \d/ }).fill(text)
    await edits[type].change()
    await picture(page, `question-${type}`)
    const expected = { type, text, ...edits[type].saved }
    const saved = await eventually(
      async () => withoutIds((await questionsOf(id)).at(-1)!),
      (question) =>
        JSON.stringify(Object.entries(question).toSorted()) ===
        JSON.stringify(Object.entries(expected).toSorted()),
    )
    assert.deepEqual(saved, expected)
  }
  await page.getByText('All changes saved').waitFor()
  const before = await questionsOf(id)
  assert.deepEqual(
    before.slice(-formTypes.length).map(({ type }) => type),
    formTypes,
  )

  // Opened again, each shows what was saved.
  await page.reload()
  await isThere(page)
  await page.locator('[data-question]').filter({ hasText: 'About matrix' }).locator('[data-do=open]').click()
  assert.equal(await page.getByLabel('Row 2', { exact: true }).inputValue(), 'Noise')
  await page.locator('[data-question]').filter({ hasText: 'About icons' }).locator('[data-do=open]').click()
  assert.equal(await page.getByLabel('Icon', { exact: true }).inputValue(), 'heart')
  assert.equal(await page.getByLabel('Number of icons').inputValue(), '7')
  assert.ok(await page.getByRole('checkbox', { name: 'Allow a comment' }).isChecked())
  await page.getByRole('checkbox', { name: 'Allow a comment' }).uncheck()
  await eventually(
    async () => (await questionsOf(id)).find(({ type }) => type === 'icons')!,
    (icons) => !('allow_comment' in icons),
  )

  // A row of a matrix is a text of its own in a translation, as labels are.
  await page.getByRole('button', { name: 'Translate' }).click()
  await page.getByLabel('Language of the new translation').selectOption('de')
  await page.getByRole('button', { name: 'Add translation' }).click()
  const german = page.getByRole('group', { name: 'German' })
  await german.getByLabel('Noise', { exact: true }).first().waitFor()
  const matrix = before.find((one) => one.type === 'matrix')!
  const noise = matrix.rows[1].id
  await german.getByLabel('Noise', { exact: true }).last().fill('Lärm')
  await page.getByText('All changes saved').waitFor()
  await eventually(
    async () => (await bodyOf(author.get(`/api/pulses/${id}`))).translations.de?.questions?.[matrix.id]?.rows,
    (rows) => rows?.[noise] === 'Lärm',
  )
})

/** The table of what will be shown: the card hides what would stick out of it, and the page does not become wider. */
const isInItsCard = `[...document.querySelectorAll('main table')].every((table) =>
  table.getBoundingClientRect().right <= table.parentElement.getBoundingClientRect().right)`

/** Whose form has a control that no other has. */
const ofOwnKind: ReadonlySet<FormType> = new Set(['icons', 'multi_choice', 'matrix', 'date', 'statement'])

test('the form of every type is well on a phone, in the dark and in German', async () => {
  const id = await drafted('Every type, on a phone')
  const german = await visitAs(page, {
    locale: 'de-DE',
    colorScheme: 'dark',
    viewport: { width: 360, height: 800 },
  })
  await edit(id, german)
  for (const type of formTypes) {
    await german.getByLabel('Art der neuen Frage').selectOption(type)
    await german.getByRole('button', { name: 'Frage hinzufügen' }).click()
    await german.getByRole('textbox', { name: /^Frage \d/ }).fill(`Frage zu ${type}`)
    assert.equal(await sticksOut(german), null, type)
    assert.ok(await german.evaluate(isInItsCard), type)
    if (ofOwnKind.has(type)) await isWell(german)
    await picture(german, `question-phone-${type}`)
  }
  await german.getByText('Alle Änderungen gespeichert').waitFor()
  await german.context().close()
})
