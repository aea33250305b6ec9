/**
 * The page of an open survey as its author uses it: follows the answers in the steps that confidentiality allows, reminds, extends and closes,
 * and reads before each how many people it reaches.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { run, sql } from '../../src/db/db.ts'
import { createAccount } from '../../src/identity/identity.ts'
import { bodyOf } from '../support/clockwork.ts'
import { activated, instancesOf, weekly, weeklyLater } from '../support/recurring.ts'
import { noSidewaysScrolling, picture } from '../support/visit.ts'
import { type Client, eventually, links, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { answerFirst, isWell, isWellEverywhere, password, startPeopledSite, visit, visitAs } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const viewport = { width: 1280, height: 800 }
const page = await visit({ refusals: /status of 4(12|22|29)/, locale: 'en-GB', viewport })
after(() => page.context().close())

const company = await world.team('Company', 6)
const platform = await world.team('Platform', 6, { parent: company.id })
const everybody = 12
const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString()

const opened = async (draft: Record<string, unknown>): Promise<string> => {
  const { id } = await bodyOf(
    author.post('/api/pulses', pulseDraft([company.id], { closes_at: inTwoDays, ...draft })),
    201,
  )
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  return id
}

const answer = async (path: string, from: number, to: number): Promise<void> => {
  for (const { url } of (await links(author, path)).slice(from, to))
    await bodyOf(
      world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 4 }] }),
      201,
    )
}

const act = (name: string) => page.getByRole('group', { name })
const dialog = page.getByRole('dialog')
const reminding = page.getByRole('button', { name: 'Send reminder…' })

/** By e-mail, whose messages have been sent; links are listed besides, so that answers can be given. */
const mailed = async (draft: Record<string, unknown>): Promise<string> => {
  const id = await opened({ channels: ['email', 'link'], ...draft })
  await eventually(
    () => author.get(`/api/pulses/${id}/progress`),
    ({ body }) => body.reminders.reach === everybody,
  )
  return id
}

let named: string

test('answers are counted as they come, by team too, where they are given by name', async () => {
  named = await mailed({ title: 'Offsite', confidentiality: { mode: 'attributed' } })
  await arriveAs(page, site, `${site.pages}/app/surveys`, admin)
  await page.getByRole('link', { name: 'Follow live: Offsite' }).click()
  await page.getByRole('heading', { level: 1, name: 'Offsite' }).waitFor()
  await page.getByRole('img', { name: '0 of 12 people have answered' }).waitFor()
  await page.getByRole('heading', { name: '12 invitations sent' }).waitFor()
  await answer(`/api/pulses/${named}`, 0, 3)
  await page.getByRole('img', { name: '3 of 12 people have answered' }).waitFor()
  const arrivals = page.getByRole('region', { name: /^Arrivals/ })
  await arrivals.getByText('3 answers').waitFor()
  await page.reload()
  const teams = page.getByRole('region', { name: 'By team' })
  await teams.getByText('3 of 12').waitFor()
  assert.deepEqual(
    (await teams.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0]),
    ['Company', 'Platform'],
  )
  await isWell(page)
})

test('a reminder says whom it reaches, asks, is sent once, and says when the next may be', async () => {
  await act('Remind').getByText('Reaches 9 people who have not answered.').waitFor()
  await page.getByRole('button', { name: 'Send reminder…' }).click()
  await dialog.getByText('Reaches 9 people who have not answered.').waitFor()
  await isWell(page)
  await picture(page, 'live-remind')
  await dialog.getByRole('button', { name: 'Send to 9 people' }).click()
  await dialog.waitFor({ state: 'detached' })
  await act('Remind')
    .getByText(/The next one can be sent from/)
    .waitFor()
  assert.ok(await page.getByRole('button', { name: 'Send reminder…' }).isDisabled())
  const { reminders } = await bodyOf(author.get(`/api/pulses/${named}/progress`))
  assert.equal(reminders.sent_at.length, 1)
  await page.getByRole('region', { name: 'Timeline' }).getByText('Reminder sent').waitFor()
})

test('whoever extends what somebody else has extended sees both ends and chooses', async () => {
  await page.getByRole('button', { name: 'Extend survey…' }).click()
  await dialog.getByText('Gives all 12 people more time.', { exact: false }).waitFor()
  const theirs = new Date(Date.parse(inTwoDays) + 3_600_000).toISOString()
  await bodyOf(author.post(`/api/pulses/${named}/extend`, { closes_at: theirs }))
  await dialog.getByLabel('New closing time').fill('2090-03-01T09:00')
  await dialog.getByRole('button', { name: 'Extend survey' }).click()
  const conflict = page.getByRole('dialog', { name: 'Changed by someone else' })
  await conflict.getByRole('row', { name: /1 Mar/ }).waitFor()
  await isWell(page)
  await conflict.getByRole('button', { name: 'Save my version' }).click()
  await dialog.first().waitFor({ state: 'detached' })
  const { closes_at: end } = await bodyOf(author.get(`/api/pulses/${named}`))
  assert.equal(new Date(end).getUTCFullYear(), 2090)
})

test('of a confidential survey no single answer shows, and a reminder goes to everybody', async () => {
  const many = Array.from({ length: 8 }, (_, at) => ({
    id: `q${at + 1}`,
    type: 'scale',
    text: `Question ${at + 1}`,
    min: 1,
    max: 5,
  }))
  const id = await mailed({
    title: 'After the outage',
    confidentiality: { mode: 'confidential' },
    questions: many,
  })
  // Links of these are for the application that delivers them, so nobody answers here.
  await page.goto(`${site.pages}/app/pulses/${id}/live`)
  await page.getByText(/^12 people were asked/).waitFor()
  await page.getByRole('heading', { name: /^Closes \w{3},? \d+ \w{3}/ }).waitFor()
  // One card says when it closes, why there is no count, and every question, without a press.
  const card = page.getByRole('region', { name: /^Closes/ })
  await card.getByText(/The count shows after \d+ answers at the earliest/).waitFor()
  await card.getByText('Question 8', { exact: true }).waitFor()
  assert.equal(await page.getByRole('region', { name: /^Arrivals/ }).count(), 0)
  // A ring without a share, as nothing is counted yet: it says how long people can still answer.
  const ring = page.getByRole('main').getByRole('img')
  assert.equal(await ring.getAttribute('aria-label'), 'No count is shown yet. 12 people were asked.')
  assert.match(await ring.innerText(), /^(1\nday|2\ndays) left$/)
  await act('Remind')
    .getByText('Reaches all 12 people who were invited, including', { exact: false })
    .waitFor()
  await act('Close').getByText('up to 12 people can no longer answer.').waitFor()
  await page.getByText('Teams and exact figures follow after the survey closes', { exact: false }).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'By team' }).count(), 0, 'no card around nothing')
  await page.getByRole('region', { name: 'Timeline' }).getByText('Opened just now').waitFor()
  assert.equal(
    await reminding.getAttribute('data-variant'),
    'default',
    'hardly anybody is to be reminded yet',
  )
  await isWellEverywhere(page, (look) => picture(page, `live-${look}`))
  await run(
    world.running.db.tx,
    sql`update collections set opened_at = now() - interval '20 minutes' where owner_id = ${id}`,
  )
  await page.reload()
  await page.getByRole('region', { name: 'Timeline' }).getByText('Opened', { exact: true }).waitFor()
  await run(
    world.running.db.tx,
    sql`update collections set opened_at = now() - interval '3 days' where owner_id = ${id}`,
  )
  await page.reload()
  await page.getByRole('region', { name: 'Timeline' }).getByText('Now', { exact: true }).waitFor()
  assert.equal(await reminding.getAttribute('data-variant'), 'filled', 'more than half of the time has gone')
  await isWellEverywhere(page, (look) => picture(page, `live-half-${look}`))
  await page.setViewportSize({ ...viewport, width: 768 })
  await eventually(() => noSidewaysScrolling(page), Boolean)
  await page.setViewportSize(viewport)
})

test('keys alone: pause, close with what follows from it, and on to the results', async () => {
  await page.getByRole('button', { name: 'Pause updates' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Updates paused').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Close survey…' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByText('Up to 12 people can no longer answer.', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Close survey' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'This survey is closed' }).waitFor()
  await page.getByRole('link', { name: 'See results' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/results')
})

test('where no stream is to be had the page says that it asks every 15 seconds', async () => {
  await answerFirst(page, /\/live$/, (route) =>
    route.request().resourceType() === 'document'
      ? route.fallback()
      : route.fulfill({ status: 429, json: { code: 'rate_limited' } }),
  )
  await page.goto(`${site.pages}/app/surveys`)
  await page.getByRole('link', { name: 'Follow live: Offsite' }).click()
  await page.getByText('Updated every 15 seconds').waitFor()
  await page.getByRole('img', { name: '3 of 12 people have answered' }).waitFor()
})

test('somebody else follows a survey, and an admin closes it with a reason', async () => {
  const other = await world.user({ role: 'analyst' })
  const { id } = await bodyOf(
    other.post('/api/pulses', pulseDraft([company.id], { title: 'Theirs', channels: ['email'] })),
    201,
  )
  await bodyOf(other.post(`/api/pulses/${id}/open`))
  await page.goto(`${site.pages}/app/pulses/${id}/live`)
  await page.getByText('Only its author can extend this survey or send a reminder.').waitFor()
  const doable = page.getByRole('region', { name: 'Actions' }).getByRole('button')
  assert.deepEqual(await doable.allInnerTexts(), ['Close survey…'], 'no button that does nothing')
  await page.getByRole('button', { name: 'Close survey…' }).click()
  await dialog.getByLabel('Reason').fill('Sent to the wrong people')
  await dialog.getByRole('button', { name: 'Close survey' }).click()
  await page.getByRole('heading', { name: 'This survey is closed' }).waitFor()
})

test('a check-in is followed by its open occurrence, in German too', async () => {
  const { id, path } = await activated(author, weekly([platform.id], { title: 'Woche', channels: ['email'] }))
  const german = await visitAs(page, { locale: 'de-DE', viewport })
  await german.goto(`${site.pages}/app/check-ins/${id}/live`)
  await german.getByRole('heading', { name: 'Diese Umfrage ist gerade nicht offen' }).waitFor()
  await german.getByRole('link', { name: 'Umfrage bearbeiten' }).waitFor()
  assert.equal(await german.getByRole('link', { name: 'Letzte Ergebnisse' }).count(), 0, 'there are none')
  const [first] = await instancesOf(author, path)
  await bodyOf(author.post(`/api/check-in-instances/${first.id}/open`))
  await german.reload()
  await german.getByText(/^6 Personen wurden gefragt/).waitFor()
  await german.getByText('Danach können bis zu 6 Personen nicht mehr antworten.').waitFor()
  await isWell(german)
  await picture(german, 'live-de')
  await bodyOf(author.post(`/api/check-in-instances/${first.id}/close`))
  await german.reload()
  await german.getByRole('link', { name: 'Letzte Ergebnisse' }).waitFor()
  await isWellEverywhere(german, (look) => picture(german, `live-not-open-${look}`))
  await german.getByRole('link', { name: 'Letzte Ergebnisse' }).click()
  await german.waitForURL(`**/check-ins/${id}/results?occurrence=${first.id}`)
  await german.context().close()
})

test('a check-in leads on to its next date, its last results, and to its editor whoever may change it', async () => {
  const draft = weekly([platform.id], {
    title: 'Rota week',
    confidentiality: { mode: 'attributed', results_audience: 'managers' },
    recurrence: weeklyLater(),
  })
  const { id, path } = await activated(author, draft)
  const live = `${site.pages}/app/check-ins/${id}/live`
  const [first] = await instancesOf(author, path)
  const instance = `/api/check-in-instances/${first.id}`
  await bodyOf(author.post(`${instance}/open`))
  await answer(instance, 0, 3)
  await bodyOf(author.post(`${instance}/close`))
  const results = page.getByRole('link', { name: 'Last results' })
  const editor = page.getByRole('link', { name: 'Edit survey' })
  await page.goto(live)
  await results.waitFor()
  await editor.waitFor()
  await isWellEverywhere(page, (look) => picture(page, `live-between-${look}`))
  const next = (await instancesOf(author, path)).find(({ state }) => state === 'scheduled')
  await page.getByText('The next one opens').getByRole('link').click()
  await page.waitForURL(`**/app/schedule?**`)
  assert.equal(new URL(page.url()).searchParams.get('day'), next.local_date)
  await page.getByRole('dialog').getByText('Rota week').first().waitFor()

  const mo = { email: `mo-${world.adminEmail}`, name: 'Mo', password }
  await bodyOf(author.post('/api/members', { name: mo.name, email: mo.email }), 201)
  await createAccount(site.running.db.tx, mo, new Date())
  const other = await visit({ locale: 'en-GB', viewport })
  const isSeen = ['Last results', 'Edit survey', /^The last one ended/]
  const seen = () => Promise.all(isSeen.map((name) => other.getByRole('link', { name }).count()))
  await arriveAs(other, site, live, mo)
  await other.getByRole('link', { name: 'Last results' }).waitFor()
  // Nothing is asked for that is refused: a refusal would stand in the console.
  assert.deepEqual(await seen(), [1, 0, 0])

  await bodyOf(author.post(`/api/check-in-instances/${next.id}/open`))
  await other.reload()
  await other.getByRole('link', { name: 'The last one ended at 3 of 6, 50%' }).waitFor()
  assert.deepEqual(await seen(), [0, 0, 1])
  await other.context().close()
  await page.goto(live)
  await editor.waitFor()
  const last = page.getByRole('link', { name: 'The last one ended at 3 of 6, 50%' })
  await last.waitFor()
  await isWellEverywhere(page, (look) => picture(page, `live-next-${look}`))
  await last.click()
  await page.waitForURL(`**/check-ins/${id}/results?occurrence=${first.id}`)

  await bodyOf(author.post(`/api/check-in-instances/${next.id}/close`))
  await bodyOf(author.post(`${path}/end`))
  await page.goto(live)
  await results.waitFor()
  assert.equal(await editor.count(), 0, 'nothing of it is left to change')
})

test('a survey that goes on because few have answered says so', async () => {
  const id = await opened({
    title: 'Quiet week',
    confidentiality: { mode: 'attributed' },
    low_participation: { below: 0.5, extend_by: 'P2D' },
  })
  await run(
    world.running.db.tx,
    sql`update collections set closes_at = now() - interval '1 minute' where owner_id = ${id}`,
  )
  await eventually(
    () => author.get(`/api/pulses/${id}`),
    ({ body }) => body.participation_extension !== null,
  )
  await page.goto(`${site.pages}/app/pulses/${id}/live`)
  await page.getByText(/^Extended once until .+, because the response rate was below 50%\.$/).waitFor()
  await isWellEverywhere(page, (look) => picture(page, `live-extended-${look}`))
})

test('whoever may hand out links gets them here, to copy and as a file, and nobody else reads of them', async () => {
  const id = await opened({ title: 'Handed out', confidentiality: { mode: 'attributed' } })
  const reads = async (): Promise<number> => {
    const text = `select from audit_events where action = 'links.read' and target = $1`
    return (await world.running.db.pool.query(text, [id])).rows.length
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${site.pages}/app/pulses/${id}/live`)
  const card = page.getByRole('region', { name: '12 personal links for you to hand out' })
  await card.getByText('Copying and saving them is recorded in the audit log.', { exact: false }).waitFor()
  assert.equal(await reads(), 0, 'following a survey reads no links')
  await isWellEverywhere(page, (look) => picture(page, `live-links-${look}`))
  await card.getByRole('button', { name: 'Copy all links' }).click()
  await page.getByText('12 links copied').waitFor()
  assert.equal(await reads(), 1)
  const listed = await links(author, `/api/pulses/${id}`)
  const urls = listed.map(({ url }) => url).toSorted()
  const lines = (await page.evaluate<string>('navigator.clipboard.readText()')).split('\n')
  assert.deepEqual(lines.map((line) => line.split('\t')[2]).toSorted(), urls)
  const { members } = await bodyOf(author.get('/api/members?limit=200'))
  for (const line of lines) {
    const [name, email, url] = line.split('\t')
    const member = members.find(
      (one: { id: string }) => one.id === listed.find((link) => link.url === url)?.member_id,
    )
    assert.deepEqual([name, email], [member.name, member.email], 'each link beside its person')
  }
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  assert.equal(file.suggestedFilename(), 'Handed out.csv')
  const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  assert.equal(head, '\ufeff"Name","E-mail","Personal link"')
  assert.deepEqual(rows.map((row) => JSON.parse(`[${row}]`)[2]).toSorted(), urls)

  // Another one’s, whatever the reader’s role; and one whose links only an application is listed.
  const other = await world.user({ role: 'analyst' })
  const theirs = await bodyOf(
    other.post('/api/pulses', pulseDraft([company.id], { confidentiality: { mode: 'attributed' } })),
    201,
  )
  await bodyOf(other.post(`/api/pulses/${theirs.id}/open`))
  const sealed = await opened({ confidentiality: { mode: 'anonymous' } })
  for (const one of [theirs.id, sealed]) {
    await page.goto(`${site.pages}/app/pulses/${one}/live`)
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    assert.equal(await page.getByRole('heading', { name: /personal links|invitations/ }).count(), 0)
  }
})
