/**
 * Templates as somebody keeps them: a survey is saved as one, and with the keys alone, on a phone, it is edited, duplicated, deleted, brought
 * back, taken into a file and out of it, and begins a survey.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { picture } from '../support/visit.ts'
import { type Client, eventually, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isThere, isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const page = await visit({
  refusals: /status of 4(12|22)|sandboxed/,
  locale: 'en-GB',
  viewport: { width: 360, height: 800 },
  acceptDownloads: true,
})
after(() => page.context().close())

const button = (name: string | RegExp) => page.getByRole('button', { name })
/** As somebody does it who has no mouse. */
const press = async (name: string | RegExp): Promise<void> => {
  await button(name).focus()
  await page.keyboard.press('Enter')
}
const owned = async (): Promise<any[]> => (await bodyOf(author.get('/api/templates?origin=own'))).templates

test('a survey is saved as a template, which is edited, duplicated, deleted, brought back, exported, imported and used', async () => {
  const pulse = await bodyOf(author.post('/api/pulses', pulseDraft([], { title: 'Our week' })), 201)
  await arriveAs(page, site, `${site.pages}/app/templates?origin=own`, admin)
  await page.getByText('No templates of your own yet').waitFor()
  await picture(page, 'templates-empty')

  await page.goto(`${site.pages}/app/pulses/${pulse.id}/edit`)
  await press('More actions')
  await button('Save as template…').waitFor()
  await press('Save as template…')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Purpose').fill('For every week of a team')
  await picture(page, 'templates-save')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Save template' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Template “Our week” saved').waitFor()

  await page.getByRole('heading', { level: 1 }).click()
  for (const key of ['g', 'p']) await page.keyboard.press(key)
  await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor()
  const ours = page.getByRole('region', { name: 'Your organisation’s templates' }).locator('[data-template]')
  await ours.getByRole('link', { name: 'Our week' }).waitFor()
  await ours.getByText('For every week of a team').waitFor()
  assert.equal(await ours.count(), 1)
  assert.ok(
    (await page.getByRole('region', { name: 'Built-in templates' }).getByRole('listitem').count()) > 5,
  )
  assert.equal(await page.getByText(/^used for/).count(), 0, 'nothing is said of a use before there is one')
  await page.keyboard.press('j')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Our week')
  await isThere(page)
  await isWellEverywhere(page, (look) => picture(page, `templates-list-${look}`))

  await page.getByRole('link', { name: 'Our week' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Edit' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Purpose').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `templates-one-${look}`))
  const [{ questions }] = await owned()
  await press(`Remove question ${questions.length}`)
  await page.getByLabel('Title').fill('Our fortnight')
  await press('Save new version')
  await page.getByText(/Surveys of this version can be compared with those of version 1/).waitFor()
  await page.getByText(`${questions.at(-1).id}: it is not asked any more`).waitFor()
  await picture(page, 'templates-compared')
  assert.deepEqual(
    (await owned()).map(({ title, version }) => [title, version]),
    [['Our fortnight', 2]],
  )

  await page.getByRole('navigation').getByRole('link', { name: 'Our fortnight' }).focus()
  await page.keyboard.press('Enter')
  // What is done seldom is behind a button.
  const pressIn = async (name: string, menu = 'More actions'): Promise<void> => {
    await press(menu)
    await press(name)
  }
  const [download] = await Promise.all([page.waitForEvent('download'), pressIn('Export as a file')])
  const file = await download.path()
  await pressIn('Duplicate')
  await page.getByRole('heading', { name: 'Our fortnight (copy)' }).waitFor()
  await pressIn('Delete')
  await page.getByText('“Our fortnight (copy)” is deleted').waitFor()
  await press('Undo')
  await page.getByText('“Our fortnight (copy)” is back').waitFor()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('“Our fortnight” is imported').waitFor()
  await page.locator('input[type=file]').setInputFiles({
    name: 'holiday.json',
    mimeType: 'application/json',
    buffer: Buffer.from('"a beach"'),
  })
  await page.getByText(/This file is not a template/).waitFor()
  const titles = (await owned()).map(({ title }) => title)
  assert.deepEqual(titles, ['Our fortnight', 'Our fortnight (copy)', 'Our fortnight'])

  // One of the service is read and not changed.
  await page.getByRole('link', { name: 'Retrospective' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('It comes with the service').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0)
  await page.goto(`${site.pages}/app/surveys/new`)
  await button('Use template: Our fortnight (copy)').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/pulses\/pls_\w+\/edit/)
  const id = /pls_\w+/.exec(page.url())![0]
  const [, copy] = await owned()
  const made = await bodyOf(author.get(`/api/pulses/${id}`))
  assert.deepEqual([made.template_id, made.template_version], [copy.id, 1])
  await eventually(owned, ([, { usage }]) => usage.surveys === 1)

  // A question goes into the library, and from there into another survey, with its id.
  const [kept] = made.questions
  await page.getByRole('dialog').getByRole('button', { name: 'Go on to the draft' }).press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Save question 1 in the library' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(`“${kept.text}” is in the library`).waitFor()
  const next = await bodyOf(
    author.post(
      '/api/pulses',
      pulseDraft([], { title: 'Next', questions: [{ id: 'own', type: 'text', text: 'Own' }] }),
    ),
    201,
  )
  await page.goto(`${site.pages}/app/pulses/${next.id}/edit`)
  await press('Insert from library…')
  const library = page.getByRole('dialog', { name: 'Question library' })
  await library.getByText('asked in 2 surveys').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `library-${look}`))
  await library.getByLabel('Search questions').fill('nothing like it')
  await library.getByText('No such question').waitFor()
  await library.getByLabel('Search questions').fill('')
  await library.getByRole('button', { name: `Insert question: ${kept.text}` }).focus()
  await page.keyboard.press('Enter')
  await eventually(
    async () => (await bodyOf(author.get(`/api/pulses/${next.id}`))).questions.map((one: any) => one.id),
    (ids) => ids.join() === `own,${kept.id}`,
  )
  await page.goto(`${site.pages}/app/templates`)
  await ours.getByText('used for 1 survey, last').waitFor()
  await page.getByRole('link', { name: 'Question library' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Question library', level: 1 }).waitFor()
  await page.getByRole('link', { name: kept.text }).waitFor()
  assert.equal(await button(/^Use template/).count(), 0, 'no survey begins as a question')

  // What is done seldom is in a menu of each card.
  await page.goto(`${site.pages}/app/templates?q=(copy)`)
  await pressIn('Delete', 'More actions: Our fortnight (copy)')
  await page.getByText('“Our fortnight (copy)” is deleted').waitFor()
  await page.getByText('No such template').waitFor()

  // One of a check-in: how often it comes round, and questions that take turns.
  const asked = ['Tools', 'Pay', 'Noise'].map((text) => ({ id: text.toLowerCase(), type: 'scale', text }))
  const rounds = await bodyOf(
    author.post('/api/templates', { title: 'Rounds', kind: 'check_in', questions: asked }),
    201,
  )
  await page.goto(`${site.pages}/app/templates/${rounds.id}/edit`)
  await page.getByLabel('Repeats').selectOption('week 2')
  await press('Rotate questions')
  await page.getByLabel('Questions each time').selectOption('2')
  await isWellEverywhere(page, (look) => picture(page, `templates-turns-${look}`))
  await press('Save new version')
  await page.getByText(/Surveys of this version can be compared/).waitFor()
  const { suggested, version } = await bodyOf(author.get(`/api/templates/${rounds.id}`))
  assert.equal(version, 2)
  assert.equal(suggested.recurrence.rrule, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO')
  assert.deepEqual(suggested.rotation, {
    question_ids: ['tools', 'pay', 'noise'],
    per_instance: 2,
    no_repeat_for: 0,
  })
  await page.goto(`${site.pages}/app/templates/${rounds.id}`)
  await page.getByText('2 of these are asked each time:').waitFor()
  await press(/^Use template$/)
  await page.waitForURL(/check-ins\/chk_\w+\/edit/)
  const begun = /chk_\w+/.exec(page.url())![0]
  assert.deepEqual((await bodyOf(author.get(`/api/check-ins/${begun}`))).rotation, suggested.rotation)

  // One that asks each person some days after joining.
  await page.goto(`${site.pages}/app/templates/${rounds.id}/edit`)
  await page.getByLabel('On a holiday').selectOption('next_working_day')
  await page.getByLabel('When people are asked').selectOption('joined_on')
  await page.getByLabel('Days after joining').fill('60')
  assert.equal(await page.getByLabel('On a holiday').count(), 0)
  await isWellEverywhere(page, (look) => picture(page, `templates-lifecycle-${look}`))
  await press('Save new version')
  await eventually(
    async () => (await bodyOf(author.get(`/api/templates/${rounds.id}`))).suggested,
    (now) => now.lifecycle?.days === 60 && now.recurrence === null && now.mode === 'confidential',
  )
  await page.goto(`${site.pages}/app/templates/${rounds.id}`)
  await page.getByText('60 days after they join, each person once.').waitFor()
  await press(/^Use template$/)
  await page.waitForURL(/check-ins\/chk_\w+\/edit/)
  const asking = /chk_\w+/.exec(page.url())![0]
  assert.equal((await bodyOf(author.get(`/api/check-ins/${asking}`))).lifecycle.days, 60)
})

test('a template draws its mood as five faces, as the answer page does', async () => {
  await page.goto(`${site.pages}/app/templates/weekly_check_in`)
  await page.getByText('How was your week?').waitFor()
  const faces = page.locator('svg[viewBox="0 0 32 32"]')
  assert.equal(await faces.count(), 5)
  const drawn = await faces.evaluateAll((all) => all.map((one) => one.innerHTML))
  assert.equal(new Set(drawn).size, 5, 'told apart by their mouths')
  await isWellEverywhere(page, (look) => picture(page, `templates-mood-${look}`))
})

test('a template says the same of itself in the gallery and where a survey begins', async () => {
  const factsOf = async (path: string): Promise<string[]> => {
    await page.goto(`${site.pages}/app/${path}`)
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Use template: Confidential weekly check-in' }) })
    await card.waitFor()
    return [
      ...(await card.locator('.facts-line > span').allInnerTexts()),
      await card.getByRole('button', { name: /^Use template/ }).innerText(),
    ]
  }
  const inGallery = await factsOf('templates')
  assert.deepEqual(inGallery.slice(-3), ['Confidential', 'Every Friday', 'Use template'])
  assert.deepEqual(inGallery, await factsOf('surveys/new'))
})

test('the library of questions has those of the built-in templates by what they measure, to use in a new survey of either kind or in a draft', async () => {
  await page.goto(`${site.pages}/app/templates?kind=question`)
  const tested = page.getByRole('region', { name: /^Questions of the built-in templates/ })
  await tested.getByText('I know which of my tasks matter most right now', { exact: true }).waitFor()
  await isThere(page)
  await isWellEverywhere(page, (look) => picture(page, `templates-library-${look}`))
  await press('New question')
  await page.waitForURL(/templates\/tpl_\w+\/edit$/)
  await page.getByLabel('Title').waitFor()
  await page.goto(`${site.pages}/app/templates?kind=question`)
  const workload = tested.getByRole('region', { name: 'Workload' })
  await workload
    .getByText('The work I am given fits into the time I am given for it', { exact: true })
    .waitFor()
  const choose = async (question: string, item: string): Promise<void> => {
    await press(`Use in …: ${question}`)
    await page.locator('[popover]:popover-open').getByRole('button', { name: item, exact: true }).click()
  }
  await choose('I knew what mattered most this week', 'New check-in')
  await page.waitForURL(/check-ins\/chk_\w+\/edit$/)
  const started = await bodyOf(author.get(`/api/check-ins/${/chk_\w+/.exec(page.url())![0]}`))
  assert.deepEqual([started.state, started.questions.length], ['draft', 1])
  await page.goto(`${site.pages}/app/templates?kind=question`)
  await press('Use in …: I could do my work properly in the time I had')
  await page.locator('[popover]:popover-open').getByText('Your drafts').waitFor()
  await picture(page, 'templates-use-in')
  await page.keyboard.press('Escape')
  // A draft asks a question once, with its translations in the languages that the draft speaks.
  await choose('I could do my work properly in the time I had', started.title)
  await page.getByText(`The question is in “${started.title}”`).waitFor()
  const { questions: both, translations: texts } = await bodyOf(author.get(`/api/check-ins/${started.id}`))
  assert.equal(both.length, 2)
  assert.ok(texts.de.questions[both[1].id].text)
  await choose('I could do my work properly in the time I had', started.title)
  await page.getByText(`“${started.title}” already asks this question`).waitFor()
  // The message stays over what comes next.
  await page.reload()
  await choose('I knew what mattered most this week', 'New pulse')
  await page.waitForURL(/pulses\/pls_\w+\/edit$/)
  const id = /pls_\w+/.exec(page.url())![0]
  const { questions, translations } = await bodyOf(author.get(`/api/pulses/${id}`))
  assert.deepEqual(
    questions.map(({ driver }: { driver: string }) => driver),
    ['clarity'],
  )
  assert.deepEqual(Object.keys(translations), ['de'])

  // The editor takes them, too, each once.
  await press('Insert from library…')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'From the built-in templates' }).waitFor()
  // By what they measure, as in the library.
  await dialog.getByRole('region', { name: 'Clarity' }).getByText('I knew what mattered').waitFor()
  await picture(page, 'insert-from-library', { isWhole: false })
  await dialog.getByLabel('Search questions').fill('mattered most')
  const taken = dialog.getByRole('button', { name: /^Insert question: I knew what mattered/ })
  assert.equal(await taken.isDisabled(), true)
  await dialog.getByLabel('Search questions').fill('work I am given')
  await dialog.getByRole('button', { name: /^Insert question: The work I am given/ }).click()
  await page.getByText('All changes saved').waitFor()
  const now = await bodyOf(author.get(`/api/pulses/${id}`))
  assert.equal(now.questions.length, 2)
})
