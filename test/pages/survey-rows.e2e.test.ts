/** Rows of surveys that say something else than others: a draft that the reader can't open, an audience that has no room, and what asks others. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { createAccount } from '../../src/identity/identity.ts'
import { picture } from '../support/visit.ts'
import { pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isWellEverywhere, password, startPeopledSite, visit, visitAs } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author = await world.user({ id: world.adminId })
const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
after(() => page.context().close())

test('a draft that only its author opens says so and does not look as if it led on, and an audience that is cut ends in dots', async () => {
  const colleague = await world.user({ role: 'admin' })
  const people = await Promise.all(
    ['One', 'Two', 'Three', 'Four'].map((name) =>
      bodyOf(author.post('/api/members', { name, email: `${name.toLowerCase()}@fjordline.test` }), 201),
    ),
  )
  const others = await Promise.all(
    Array.from({ length: 11 }, (_none, at) => bodyOf(author.post('/api/teams', { name: `Crew ${at}` }), 201)),
  )
  const draft = pulseDraft([(await world.team('Platform', 5)).id, ...others.map(({ id }) => id)], {
    title: 'Somebody else is writing',
  })
  const { id } = await bodyOf(
    colleague.post('/api/pulses', {
      ...draft,
      recipients: { ...draft.recipients, member_ids: people.map((one) => one.id) },
    }),
    201,
  )
  await arriveAs(page, site, `${site.pages}/app/surveys?tab=draft`, admin)
  const row = page.locator(`[data-row="${id}"]`)
  await row.getByText(/only .+ can open it/).waitFor()
  const colour = () => row.evaluate((it) => getComputedStyle(it).backgroundColor)
  const before = await colour()
  await row.getByRole('rowheader').hover()
  assert.equal(await colour(), before)
  await picture(page, 'surveys-drafts-of-others')
  const asked = row.getByText('12 teams, 4 people')
  const style = await asked.evaluate((it) => {
    const { textOverflow, overflowX } = getComputedStyle(it)
    return {
      textOverflow,
      overflowX,
      fits: it.getBoundingClientRect().right <= it.closest('td')!.getBoundingClientRect().right,
    }
  })
  assert.deepEqual(style, { textOverflow: 'ellipsis', overflowX: 'hidden', fits: true })
})

test('a member reads which of the surveys that everyone sees ask others', async () => {
  const mo = { email: `mo-${world.adminEmail}`, name: 'Mo', password }
  const { id: member } = await bodyOf(author.post('/api/members', { name: mo.name, email: mo.email }), 201)
  await createAccount(site.running.db.tx, mo, new Date())
  const { id: team } = await world.team('Elsewhere', 6)
  const newPulse = async (title: string, people: string[]): Promise<string> => {
    const draft = pulseDraft([team], { title, recipients: { team_ids: [team], member_ids: people } })
    const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
    await bodyOf(author.post(`/api/pulses/${id}/open`))
    return id
  }
  const [own, others] = [await newPulse('For Mo', [member]), await newPulse('For others', [])]
  const note = 'asks others, not you'
  const reader = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  await arriveAs(reader, site, `${site.pages}/app/surveys`, mo)
  await reader.locator(`[data-row="${others}"]`).getByText(note).waitFor()
  assert.equal(await reader.locator(`[data-row="${own}"]`).getByText(note).count(), 0)
  await isWellEverywhere(reader, (look) => picture(reader, `surveys-for-others-${look}`))
  const german = await visitAs(reader, { locale: 'de-DE', viewport: { width: 1280, height: 800 } })
  await german.goto(`${site.pages}/app/surveys`)
  await german.getByText('fragt nur andere').waitFor()
  await picture(german, 'surveys-for-others-de')
  await german.context().close()
  await reader.context().close()
  await arriveAs(page, site, `${site.pages}/app/surveys`, admin)
  await page.locator(`[data-row="${others}"]`).waitFor()
  assert.equal(await page.getByText(note).count(), 0, 'an admin sees all surveys')
})
