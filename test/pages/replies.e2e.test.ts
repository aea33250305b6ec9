/**
 * Talking back in the workspace: a reply is written with a preview, published, seen on the page of a respondent, and withdrawn; a further
 * question becomes a draft. Anyone who may not is offered neither.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createAccount } from '../../src/identity/identity.ts'
import { named } from '../../src/ids.ts'
import { bodyOf } from '../support/clockwork.ts'
import { picture } from '../support/visit.ts'
import { lasting, weeksOf, weeksStart } from '../support/weeks.ts'
import { arriveAs } from './arrive.ts'
import { isWell, isWellEverywhere, password, startPeopledSite, visit, visitAs } from './visit.ts'

const now = Date.now()
const { site, world, admin } = await startPeopledSite({ at: weeksStart(now) })
const author = await lasting(world, world.adminId)
const viewport = { width: 1280, height: 800 }

const page = await visit({ locale: 'en-GB', viewport })
after(() => page.context().close())

test('an admin replies to everyone, who read it on their page, and withdraws it', async () => {
  const team = await world.team('Platform', 13)
  await weeksOf(world, author, [team], now)
  // Neither good nor bad news calls for no reply, so it is a problem.
  const found = (await author.get('/api/insights?everyone=true&kind=level')).body.insights
  const problem = found.find(({ value }: any) => value.state === 'problem')
  await arriveAs(page, site, `${site.pages}/app/insights?insight=${problem.id}`, admin)
  const drawer = page.getByRole('dialog', { name: problem.headline })
  await drawer.getByText('No reply yet').waitFor()
  await drawer.getByRole('button', { name: 'Reply to everyone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reply to everyone who was asked' })
  await dialog.getByText('13 people were asked in this group.').waitFor()
  await dialog.getByRole('button', { name: 'Publish reply' }).click()
  await dialog.getByText('Write what everyone reads').waitFor()
  await dialog.getByLabel('Your reply').fill('Two people join us in January.')
  await dialog.getByRole('radio', { name: 'Done' }).check()
  const preview = dialog.getByRole('region', { name: 'What people see' })
  await preview.getByRole('heading', { name: 'Done' }).waitFor()
  await preview.getByText('Two people join us in January.').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `reply-dialog-${look}`))
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await drawer.getByText('Draft', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: 'Edit draft' }).click()
  await dialog.getByLabel('Your reply').fill('Three people join us in January.')
  await dialog.getByRole('button', { name: 'Publish reply' }).click()
  await drawer.getByText('Published', { exact: true }).waitFor()
  await picture(page, 'replies-drawer')

  // The address in the message about it.
  const { rows } = await world.running.db.pool.query<{ page_key: string }>(
    'select page_key from replies where insight_id = $1',
    [problem.id],
  )
  const reader = await visitAs(page, { locale: 'en-GB', viewport: { width: 360, height: 800 } })
  await reader.goto(`${world.url}/replies/${named(world.organisationId, rows[0].page_key)}`)
  await reader.getByRole('heading', { name: 'What changed' }).waitFor()
  await reader.getByText('Three people join us in January.').waitFor()
  await reader.getByText(/^The survey closed on .* and no longer accepts answers\.$/).waitFor()
  await isWell(reader)
  await picture(reader, 'what-came-of-it')

  await drawer.getByRole('button', { name: 'Withdraw reply' }).click()
  const confirm = page.getByRole('dialog', { name: 'Withdraw this reply?' })
  await confirm.getByText(/can’t be recalled/).waitFor()
  await confirm.getByRole('button', { name: 'Withdraw reply' }).click()
  await drawer.getByText('Withdrawn', { exact: true }).waitFor()
  await reader.reload()
  await reader.getByText('Nobody has replied yet.').waitFor()
  assert.equal(await reader.getByText('Three people').count(), 0)
  await reader.context().close()

  await drawer.getByRole('button', { name: 'Ask a follow-up question' }).click()
  const further = page.getByRole('dialog', { name: 'Ask a follow-up question' })
  await further.getByRole('button', { name: 'Create draft' }).click()
  await further.getByText('Write the question').waitFor()
  await further.getByLabel('Your question').fill('What would help most?')
  await isWellEverywhere(page, (look) => picture(page, `further-dialog-${look}`))
  await further.getByRole('button', { name: 'Create draft' }).click()
  await page.waitForURL(/\/app\/pulses\/pls_[^/]+\/edit/)
  await page.getByText('What would help most?').first().waitFor()

  const colleague = { email: 'cleo@replies.test', name: 'Cleo Vidal', password }
  await bodyOf(author.post('/api/members', { name: colleague.name, email: colleague.email }), 201)
  await createAccount(world.running.db.tx, colleague, world.running.clock?.now() ?? new Date())
  await arriveAs(page, site, `${site.pages}/app/insights?insight=${problem.id}`, colleague)
  await drawer
    .getByText(/Leads of the team and admins may|Withdrawn/)
    .first()
    .waitFor()
  assert.equal(
    await drawer.getByRole('button', { name: /Reply to everyone|Ask a follow-up question/ }).count(),
    0,
  )

  // What was done is on the home of whoever the results are shared with.
  const [action] = (await author.get('/api/actions?state=suggested')).body.actions
  for (const state of ['accepted', 'done']) await bodyOf(author.patch(`/api/actions/${action.id}`, { state }))
  await page.goto(`${site.pages}/app`)
  const came = page.getByRole('region', { name: 'What changed' })
  await came.getByText(`Done: ${action.title}`).waitFor()
  await isWell(page)
  await picture(page, 'home-member-done')
})
