/** Rows of surveys that say less than others: a draft that the reader can't open, and an audience that has no room. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { picture } from '../support/visit.ts'
import { pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { startPeopledSite, visit } from './visit.ts'

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
