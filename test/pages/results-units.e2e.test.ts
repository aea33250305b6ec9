/** Results of numbers that have a unit, in a real browser: with the unit in the title, beside the mean and in the table. */
import { after, before, test } from 'node:test'
import { scopeNames } from '../../contract/scopes.ts'
import { createAccount } from '../../src/identity/identity.ts'
import { registerOwnPages } from '../../src/oauth/oauth.ts'
import { bodyOf } from '../support/clockwork.ts'
import { analysed } from '../support/story.ts'
import { picture } from '../support/visit.ts'
import { client, newWorld, pulseDraft } from '../support/world.ts'
import { answer, startsAt } from './results-survey.ts'
import { arriveAs } from './arrive.ts'
import { isWellEverywhere, startSite, visit } from './visit.ts'

const site = await startSite({ at: startsAt })
const page = await visit({ viewport: { width: 1280, height: 900 } })
after(() => page.context().close())
let address: string

before(async () => {
  const { running } = site
  const world = await newWorld({ running })
  await running.db.transaction((tx) => registerOwnPages(tx, site.pages, running.clock!.now()))
  const admin = { email: world.adminEmail, name: 'Ada Lovelace', password: 'correct horse battery' }
  await createAccount(running.db.tx, admin, running.clock!.now())
  const author = client(world.url, await world.token({ userId: world.adminId, scopes: scopeNames }))
  const team = await world.team('Logistics', 14)
  const questions = [
    { id: 'wait', type: 'number', text: 'How long did you wait?', min: 0, max: 90, unit: 'minutes' },
    { id: 'focus', type: 'slider', text: 'How much of your time was your own?', step: 10, unit: '%' },
  ]
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team.id], { questions })), 201)
  const path = `/api/pulses/${id}`
  await bodyOf(author.post(`${path}/open`))
  await answer(world, author, path, (at) => [
    { question_id: 'wait', value: 30 + (at % 3) },
    { question_id: 'focus', value: 40 + 10 * (at % 3) },
  ])
  await bodyOf(author.post(`${path}/close`))
  await analysed(author, `${path}/results`)
  address = `${site.pages}/app/pulses/${id}/results`
  await arriveAs(page, site, address, admin)
})

test('a mean has the unit of its question, in the title, beside the figure and in the table', async () => {
  const wait = page.getByRole('region', { name: /How long did you wait\?.*minutes/ })
  await wait.waitFor()
  await wait.getByText(/^3\d\.\d\sminutes$/).waitFor()
  await wait.getByRole('button', { name: 'Show as table' }).click()
  await wait.getByRole('row', { name: /^Mean \(minutes\) 3\d/ }).waitFor()
  await page.getByRole('button', { name: 'How much of your time was your own?' }).click()
  // What the row and its legend say is not said again below it.
  await page.getByRole('region', { name: /How much of your time was your own\?/ }).waitFor()
  await page.getByText('Mean of 0 to 100%').waitFor()
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'How much of your time' }) })
  await row.getByText(/^\d\d\.\d% to \d\d\.\d%$/).waitFor()
  await isWellEverywhere(page, (look) => picture(page, `results-units-${look}`))
})
