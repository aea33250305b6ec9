/**
 * What came of a survey: an action is completed, everybody of its group is told, and whoever did not answer reads it on their page and in their
 * message, byte for byte as those who did.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createAccount } from '../../src/identity/identity.ts'
import { newHouse } from '../attack/acting/acting.ts'
import { browse } from '../support/browse.ts'
import { bodyOf } from '../support/clockwork.ts'
import { messagesIn } from '../support/outbox.ts'
import { askedTwoTeams, findingsOf, replier } from '../support/replying.ts'
import { picture } from '../support/visit.ts'
import { arriveAs } from './arrive.ts'
import { isWell, isWellEverywhere, password, startPeopledSite, visit } from './visit.ts'

const now = Date.now()
const dayMs = 86_400_000
const { site } = await startPeopledSite({ at: new Date(now - 3 * dayMs).toISOString() })
const { running } = site
const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
after(() => page.context().close())

const words = 'From March on, the second shift has six people.'

test('who did not answer reads what was done, on their page and in their message, as those who did', async () => {
  const house = await newHouse({ running })
  const survey = await askedTwoTeams(house)
  const admin = await replier(house, [], 'admin')
  const { platform } = await findingsOf(house, survey, admin)
  running.clock!.set(new Date(now))
  const draft = { insight_id: platform, title: 'Fill the second shift' }
  const action = await bodyOf(admin.post('/api/actions', draft), 201)
  const before = new Set((await messagesIn(running.outbox)).map(({ name }) => name))

  const reader = { email: house.world.adminEmail, name: 'Grace Hopper', password }
  await createAccount(running.db.tx, reader, running.clock!.now())
  await arriveAs(page, site, `${site.pages}/app/actions?action=${action.id}`, reader)
  const drawer = page.getByRole('dialog', { name: action.title })
  const tell = drawer.getByRole('button', { name: 'Tell everyone' })
  await drawer.getByRole('button', { name: 'Complete', exact: true }).waitFor()
  assert.equal(await tell.count(), 0, 'nothing was done yet')
  await drawer.getByRole('button', { name: 'Complete', exact: true }).click()
  await drawer.getByText('everyone who was asked in this group sees your reply').waitFor()
  await tell.click()
  const dialog = page.getByRole('dialog', { name: 'Reply to everyone who was asked' })
  await dialog.getByText('8 people were asked in this group.').waitFor()
  assert.ok(await dialog.getByRole('radio', { name: 'Done' }).isChecked())
  await dialog.getByLabel('Your reply').fill(words)
  await isWellEverywhere(page, (look) => picture(page, `tell-everyone-${look}`))
  await dialog.getByRole('button', { name: 'Publish reply' }).click()
  await drawer.getByText('Published', { exact: true }).waitFor()
  await drawer.getByText(words).waitFor()
  await isWell(page)

  const { replies } = await bodyOf(admin.get(`/api/replies?insight_id=${platform}`))
  assert.deepEqual(
    replies.map(({ kind, text, state, action_id: of }: any) => [kind, text, state, of]),
    [['done', words, 'published', action.id]],
  )

  // Six of eight have answered; their page has it at once, and the message comes later.
  const [members, others] = survey.people
  const seen = new Set<string>()
  for (const { email } of members) {
    const link = survey.links.get(email)!
    const { status, html } = await browse(`${house.world.url}${link}/replies`)
    assert.equal(status, 200)
    assert.ok(html.includes(words))
    seen.add(html.replaceAll(link, '#'))
  }
  assert.equal(seen.size, 1, 'six who answered look like two who did not')
  for (const { email } of others)
    assert.ok(!(await browse(`${house.world.url}${survey.links.get(email)}/replies`)).html.includes(words))

  running.clock!.advance(dayMs / 24)
  await house.settle()
  const told = (await messagesIn(running.outbox)).filter(({ name }) => !before.has(name))
  assert.deepEqual(told.map(({ to }) => to).toSorted(), members.map(({ email }) => email).toSorted())
  const silent = told.find(({ to }) => to === members.at(-1)!.email)!
  const phone = await visit({ locale: 'en-GB', viewport: { width: 360, height: 800 } })
  await phone.goto(silent.link)
  await phone.getByText(words).waitFor()
  await isWell(phone)
  await picture(phone, 'told-by-message')
  await phone.context().close()
  const texts = told.map(({ to, text }) => [to, text] as const)
  const bare = texts.map(([, text]) =>
    text.replace(/^Hello .+,$/m, 'Hello #,').replaceAll(/\/r(?:eplies)?\/[\w.-]+/g, '#'),
  )
  assert.equal(new Set(bare).size, 1, bare.slice(0, 2).join('\n---\n'))
})
