/** Writing surveys without code: a weekly check-in for four teams by mouse, a pulse by keys, what others changed, and what may not be edited. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { picture } from '../support/visit.ts'
import { type Client, eventually, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isThere, isWell, isWellEverywhere, startPeopledSite, visit } from './visit.ts'
import { storiesOf } from '../support/parts.ts'

const test = storiesOf('with the mouse', 'with the keys alone', 'a check-in that runs', 'too few people')

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const list = `${site.pages}/app/surveys`
const page = await visit({
  // A frame without permission to run scripts is told so by the browser wherever a test looks into it.
  refusals: /status of 4(12|22)|sandboxed/,
  locale: 'en-GB',
  viewport: { width: 1280, height: 900 },
})
after(() => page.context().close())

const sizes = { Engineering: 9, Support: 8, Sales: 12, Legal: 3 }
const ids: Record<string, string> = {}

before(async () => {
  for (const [name, size] of Object.entries(sizes)) ids[name] = (await world.team(name, size)).id
  await arriveAs(page, site, list, admin)
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const saved = () => page.getByText('All changes saved').waitFor()
const frame = () => page.frameLocator('iframe')
const idIn = (url: string): string => /\/((?:pls|chk)_\w+)\//.exec(url)![1]
const dialog = () => page.getByRole('dialog')

/** By its label, whether it is in the element or beside it. */
const hasFocus = (label: string): Promise<unknown> =>
  eventually(
    () =>
      page.evaluate<string>(
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.labels?.[0]?.textContent ?? ''",
      ),
    (focused) => focused === label,
  )

const titlesOf = async (path: string): Promise<string[]> =>
  (await bodyOf(author.get(path))).questions.map(({ text }: { text: string }) => text)

test('with the mouse: a weekly check-in for four teams, from the list to the start', async () => {
  await page.getByRole('link', { name: 'New survey' }).click()
  await page.getByRole('heading', { name: 'New survey' }).waitFor()
  await isThere(page)
  await isWellEverywhere(page, (look) => picture(page, `drafts-gallery-${look}`))
  await button('Use template: Weekly check-in').click()
  await page.waitForURL(/check-ins\/chk_\w+\/edit/)
  const path = `/api/check-ins/${idIn(page.url())}`
  // What the template leaves open comes first.
  await dialog().getByText('These two are yours to decide', { exact: false }).waitFor()
  const named = dialog().getByText('Answers have names', { exact: false })
  await named.waitFor()
  await dialog()
    .getByRole('radio', { name: /^Confidential/ })
    .check()
  await named.waitFor({ state: 'detached' })
  const legal = dialog().getByRole('listitem').filter({ hasText: 'Legal' })
  assert.equal((await legal.innerText()).split('\n').at(-1), '3')
  await legal.getByRole('img', { name: 'Too small to be shown on its own' }).waitFor()
  const sales = dialog().getByRole('listitem').filter({ hasText: 'Sales' })
  assert.equal(await sales.getByRole('img').count(), 0)
  await sales.getByRole('checkbox').check()
  await dialog().getByText('1 team chosen · 12 people').waitFor()
  await sales.getByRole('checkbox').uncheck()
  await isWell(page)
  await picture(page, 'drafts-begin')
  await dialog().getByRole('button', { name: 'Go on to the draft' }).click()
  await page.waitForURL(/\/edit$/)
  await eventually(
    () => page.evaluate<string>('document.activeElement.textContent'),
    (focused) => focused === 'Review and start…',
  )
  await page.keyboard.press('Enter')
  await dialog().getByText('Nobody is asked yet.').waitFor()
  assert.equal(await dialog().getByRole('button', { name: 'Start check-in' }).isDisabled(), true)
  await isWell(page)
  await picture(page, 'drafts-nobody')
  await dialog().getByRole('link', { name: 'Choose at least one team' }).click()
  await dialog().waitFor({ state: 'detached' })
  await page.waitForURL(/#audience$/)
  await page.getByText(/ ·\sconfidential$/).waitFor()
  await isThere(page)
  await frame().getByRole('heading', { name: 'Weekly check-in' }).waitFor()
  assert.equal(await frame().getByRole('button', { name: /Send/ }).isDisabled(), true)

  // The words, seen at once on the phone.
  await page.getByLabel('Title').fill('How was the week?')
  await frame().getByRole('heading', { name: 'How was the week?' }).waitFor()

  // In another language, beside the one that it is written in; the template brings German.
  await page.getByText('German: everything is translated.').waitFor()
  await button('Edit translations').click()
  await page.getByLabel('Language of the new translation').selectOption('fr')
  await button('Add translation').click()
  const french = page.getByRole('group', { name: 'French' })
  await french.getByText('8 texts are not translated yet').waitFor()
  await french.getByLabel('How was the week?').fill('Et la semaine ?')
  await french.getByText('7 texts are not translated yet').waitFor()
  await page.getByLabel('Language of the preview').selectOption('fr')
  await frame().getByRole('heading', { name: 'Et la semaine ?' }).waitFor()
  await page.getByLabel('Language of the preview').selectOption('en')
  const before = await titlesOf(path)
  const grips = page.getByTitle('Drag to move')
  await grips.nth(2).dragTo(page.locator('[data-question]').first(), { targetPosition: { x: 40, y: 4 } })
  await saved()
  await eventually(
    () => titlesOf(path),
    (now) => now[0] === before[2] && now[1] === before[0],
  )
  await button('Undo').click()
  await eventually(
    () => titlesOf(path),
    (now) => now[0] === before[0],
  )
  await page.locator('[data-question] [data-do=open]').first().click()
  await page.getByText('This question is translated. If you change it, check the translations.').waitFor()

  // The preview shows what is open beside it.
  const scrolled = (): Promise<number> =>
    page.evaluate<number>("document.querySelector('iframe').contentDocument.scrollingElement.scrollTop")
  await page.locator('[data-question] [data-do=open]').last().click()
  await eventually(scrolled, (top) => top > 300)
  await frame().getByText(before.at(-1)!).waitFor()

  // A part is headed as the way to it is called; what it lacks may follow.
  const ways = page.getByRole('navigation', { name: 'Parts of the survey' }).getByRole('link')
  const parts = await ways.evaluateAll((links) =>
    links.map((link) => [link.getAttribute('href')!.replace(/.*#/, '#'), (link as HTMLElement).innerText]),
  )
  assert.ok(parts.length >= 5)
  for (const [part, name] of parts) assert.equal(await page.locator(part).innerText(), name.split('\n')[0])

  // Whom it asks, and what that means.
  await page
    .getByRole('navigation', { name: 'Parts of the survey' })
    .getByRole('link', { name: 'Audience' })
    .click()
  await page.waitForURL(/#audience$/)
  for (const team of Object.keys(sizes)) await page.getByRole('checkbox', { name: team }).check()
  await page.getByText('Legal (3) will never be shown on its own.').waitFor()
  await page.getByText('Support (8) will never be shown on its own: the answers of Legal (3)').waitFor()
  await page.getByText('32 people · 4 questions, 1 more for some · about 2 min · confidential').waitFor()
  await page.getByRole('radio', { name: /^Anonymous/ }).check()
  await page.getByText('32 people · 4 questions, 1 more for some · about 2 min · anonymous').waitFor()

  // When it comes round.
  await button('Edit schedule').click()
  await page.getByRole('checkbox', { name: 'Monday' }).check()
  await page.getByRole('checkbox', { name: 'Friday' }).uncheck()
  await page.getByText(/^Every Monday at 10:00, /).waitFor()
  await saved()
  const dates = page.getByRole('button', { name: /^Leave out Mon/ })
  await eventually(
    () => dates.count(),
    (count) => count === 5,
  )
  await dates.nth(1).click()
  await button(/^Put back Mon/).waitFor()
  await saved()
  await isWellEverywhere(page, (look) => picture(page, `drafts-check-in-${look}`))

  await button('Review and start…').click()
  await dialog().getByText('32 people are asked.').waitFor()
  await dialog().getByText('4 teams: Engineering, Legal, Sales').waitFor()
  await dialog().getByText('Sent by: E-mail.').waitFor()
  await dialog()
    .getByText(/reads? the results\. Results show no names\.$/)
    .waitFor()
  await dialog()
    .getByText(/^Never shown on their own: .*Legal.*\. Support is large enough, but the answers of Legal/)
    .waitFor()
  const promise = (await bodyOf(author.get(`${path}/preview`))).confidentiality.sentence
  await dialog().getByText(promise).waitFor()
  await isWell(page)
  await picture(page, 'drafts-start')
  await dialog().getByRole('button', { name: 'Start check-in' }).click()
  await page.waitForURL(/surveys\?tab=scheduled/)
  await page.getByRole('link', { name: 'How was the week?' }).waitFor()
  await page.getByText(/^“How was the week\?” is scheduled\. It first asks \w{3},? .*\d:\d\d/).waitFor()
  assert.match(await page.locator('[data-row][aria-current]').innerText(), /How was the week/)
  await button('Open schedule').click()
  await page.waitForURL('**/app/schedule')
  await page.goto(`${site.pages}/app/surveys?tab=scheduled`)
  const made = await bodyOf(author.get(path))
  assert.deepEqual(
    [made.state, made.recurrence.rrule, made.recurrence.exdates.length, made.confidentiality.mode],
    ['active', 'FREQ=WEEKLY;BYDAY=MO', 1, 'anonymous'],
  )
  assert.deepEqual(made.recipients.team_ids.toSorted(), Object.values(ids).toSorted())
})

test('a check-in that runs is saved by hand, from its next time on', async () => {
  await page.getByRole('link', { name: 'How was the week?' }).click()
  const note = (await page.getByText('This check-in is running.').boundingBox())!
  assert.ok(note.y < (await page.getByLabel('Title').boundingBox())!.y, 'before anything can be changed')
  await picture(page, 'editor-running', { isWhole: false })
  const path = `/api/check-ins/${idIn(page.url())}`
  assert.equal(await button('Save changes').isDisabled(), true)
  await page.getByLabel('Title').fill('How was your week?')
  await page.getByText('Not saved yet').waitFor()
  await button('Save changes').click()
  await page.getByText('Saved, from the next time on').waitFor()
  assert.equal((await bodyOf(author.get(path))).title, 'How was your week?')

  // Its questions take turns; one on which another depends does not.
  await button('Rotate questions').click()
  const stuck = page.getByRole('checkbox', { name: 'Is something holding you up?' })
  await stuck.waitFor()
  assert.equal(await stuck.isDisabled(), true)
  await page.getByLabel('Questions each time').selectOption('2')
  await button('Save changes').click()
  await page.getByText('Shown once the changes are saved.').waitFor({ state: 'hidden' })
  await page.getByRole('heading', { name: 'When each driver is asked about' }).waitFor()
  const { rotation } = await bodyOf(author.get(path))
  assert.deepEqual([rotation.question_ids.length, rotation.per_instance, rotation.no_repeat_for], [4, 2, 1])
  await isWellEverywhere(page, (look) => picture(page, `drafts-turns-${look}`))
  await button('Ask all questions every time').click()
  await button('Save changes').click()
  await eventually(
    async () => (await bodyOf(author.get(path))).rotation,
    (kept) => kept === null,
  )
  await button('Rotate questions').waitFor()
})

test('a check-in asks each person after joining, chosen in its schedule, and on dates again', async () => {
  const draft = await bodyOf(
    author.post('/api/check-ins', {
      title: 'The first month',
      questions: [{ id: 'calm', type: 'scale', text: 'How was your first month?' }],
      recipients: { team_ids: [ids.Sales] },
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=FR', starts_on: '2100-01-01' },
    }),
    201,
  )
  const path = `/api/check-ins/${draft.id}`
  await page.goto(`${site.pages}/app/check-ins/${draft.id}/edit`)
  await button('Edit schedule').click()
  await page.getByLabel('When people are asked').selectOption('Each person, after joining')
  await page.getByLabel('Days after joining').fill('60')
  await page.getByLabel('Results for each').selectOption('Year')
  await page.getByText('60 days after they join').waitFor()
  await page.getByText('There are no figures of teams.', { exact: false }).waitFor()
  assert.equal(await page.getByRole('slider').count(), 0, 'nothing is simulated')
  await eventually(
    async () => (await bodyOf(author.get(path))).lifecycle,
    (kept) => kept?.days === 60 && kept.period === 'year' && kept.date === 'joined_on',
  )
  await saved()
  await isWellEverywhere(page, (look) => picture(page, `drafts-lifecycle-${look}`))
  await page.getByLabel('When people are asked').selectOption('Everybody on the same dates')
  await page.getByLabel('Repeats').waitFor()
  await eventually(
    async () => bodyOf(author.get(path)),
    ({ lifecycle, recurrence }) => lifecycle === null && recurrence.rrule === 'FREQ=WEEKLY;BYDAY=FR',
  )
})

test('with the keys alone: a pulse, its questions in another order, opened', async () => {
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.goto(list)
  await isThere(page)
  await press('c')
  await page.getByRole('heading', { name: 'New survey' }).waitFor()
  await isThere(page)
  await button('Start a pulse').focus()
  await press('Enter')
  await page.waitForURL(/pulses\/pls_\w+\/edit/)
  await isThere(page)
  const path = `/api/pulses/${idIn(page.url())}`
  // A pulse in one language has nothing to translate until somebody wants to, and then the focus is there.
  await button('Translate').focus()
  await press('Enter')
  await hasFocus('Written in')
  // Nothing is asked in anybody's name: title and question are the author's to write, and are missing until then, also after a while.
  await page.reload()
  await isThere(page)
  await page.getByLabel('Title').focus()
  assert.equal(await page.getByLabel('Title').inputValue(), '')
  await button(/^Question 1: No text yet/).waitFor()
  await page.getByText('All changes saved').waitFor()
  assert.ok(await button('Review and open…').isDisabled())
  await isWellEverywhere(page, (look) => picture(page, `editor-blank-${look}`))
  await page.keyboard.type('After the rota change')
  await page.getByText('Not saved yet. Question 1: Enter the question.').waitFor()
  await button(/^Question 1: No text yet/).focus()
  await press('Enter')
  await page.getByRole('textbox', { name: 'Question 1' }).fill('How was your week?')
  await saved()
  await page.getByLabel('Type of the new question').focus()
  await page.keyboard.type('One')
  await press('Tab', 'Enter')
  // The new question is open, and its words are next.
  await page.getByRole('textbox', { name: 'Question 2' }).waitFor()
  await hasFocus('Question 2')
  await page.getByText('Not saved yet. Question 2: Enter the question.').waitFor()
  await page.keyboard.type('What would help you most?')
  // The buttons of a question are one step; arrows go on among them.
  await button('Move question 2 up').focus()
  await press('ArrowRight')
  await hasFocus('Copy question 2')
  await press('ArrowRight')
  await hasFocus('Remove question 2')
  await press('Tab')
  assert.equal(await page.evaluate("document.activeElement.closest('[role=toolbar]')"), null)
  await button('Move question 2 up').focus()
  await press('Enter')
  await page.getByText('The question is now 1 of 2').waitFor({ state: 'attached' })
  // The focus went with it: down is what is left.
  await hasFocus('Move question 1 down')
  await saved()
  assert.deepEqual(await titlesOf(path), ['What would help you most?', 'How was your week?'])
  await page.getByLabel('Introduction').focus()
  await press('Tab')
  await page.getByRole('checkbox', { name: 'Sales' }).focus()
  await press('Space')
  await page.getByText('12 people · 2 questions · about 1 min · anonymous').waitFor()
  await saved()
  // Away from fields `z` takes back the last step.
  await button('Review and open…').focus()
  await press('z')
  await page.getByText('Nobody yet · 2 questions').waitFor()
  await page.getByRole('checkbox', { name: 'Sales' }).focus()
  await press('Space')
  await saved()
  await button('Review and open…').focus()
  await press('Enter')
  await dialog().getByText('12 people are asked.').waitFor()
  await dialog().getByRole('button', { name: 'Open now' }).focus()
  await press('Enter')
  await page.waitForURL(/\/app\/surveys$/)
  assert.equal((await bodyOf(author.get(path))).state, 'open')
  await page.goto(`${site.pages}/app/pulses/${idIn(`${path}/`)}/edit`)
  await page.getByRole('heading', { name: 'This survey has been opened' }).waitFor()
})

const drafted = async (more: Record<string, unknown> = {}): Promise<string> =>
  (await bodyOf(author.post('/api/pulses', pulseDraft([ids.Legal], { channels: ['email'], ...more })), 201))
    .id

const editor = async (id: string): Promise<void> => {
  await page.goto(`${site.pages}/app/pulses/${id}/edit`)
  await isThere(page)
}

test('what somebody else saved is beside what was typed, and neither is lost', async () => {
  const id = await drafted({ title: 'Draft' })
  await editor(id)
  await bodyOf(author.patch(`/api/pulses/${id}`, { title: 'Theirs' }))
  await page.getByLabel('Title').fill('Mine')
  const conflict = page.getByRole('dialog', { name: 'Changed by someone else' })
  await conflict.getByRole('cell', { name: 'Theirs' }).waitFor()
  await isWell(page)
  // To look at it again first decides nothing.
  await page.keyboard.press('Escape')
  await conflict.waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Title').inputValue(), 'Mine')
  await button('Compare versions').click()
  await conflict.getByRole('button', { name: 'Save my version' }).click()
  await saved()
  assert.equal((await bodyOf(author.get(`/api/pulses/${id}`))).title, 'Mine')
})

test('too few people are refused in words, a scheduled one goes back to draft, and a draft is deleted', async () => {
  const id = await drafted({ title: 'Small', confidentiality: { mode: 'anonymous' } })
  await editor(id)
  await button('Review and open…').click()
  await dialog().getByRole('button', { name: 'Open now' }).click()
  await dialog().getByText('Too few people for this mode.').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('checkbox', { name: 'Sales' }).check()
  await page.getByRole('radio', { name: 'At a time' }).check()
  await button('Review and open…').click()
  await dialog().getByText('15 people are asked.').waitFor()
  await dialog().getByRole('button', { name: 'Schedule' }).click()
  await page.waitForURL(/tab=scheduled/)
  await page.getByRole('link', { name: 'Small' }).click()
  await page.getByRole('heading', { name: /This survey opens on/ }).waitFor()
  await button('Back to draft').click()
  await page.getByLabel('Title').waitFor()
  await button('More actions').click()
  await button('Delete draft…').click()
  await dialog().getByRole('button', { name: 'Delete draft' }).click()
  await page.waitForURL(/tab=draft/)
  assert.equal((await author.get(`/api/pulses/${id}`)).status, 404)
})
