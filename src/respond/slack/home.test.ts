/** The home tab in Slack, against a double that speaks Slack's API over HTTP. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { slackMakers } from '../../../test/access/slack.ts'
import { startSlack } from '../../../test/support/receiver.ts'
import { type House, newHouse, ok, startService } from '../../../test/support/sign-in-organisation.ts'
import { pulseDraft } from '../../../test/support/world.ts'
import { signatureOf } from './signature.ts'

const slack = await startSlack()
const service = await startService(slack.appEnv)
const { clock, app, url } = service.running

const mood = { id: 'mood', type: 'mood', text: 'How was your week?' }

const opened = async (team: string, user: string, more: Record<string, string> = {}): Promise<void> => {
  clock!.advance(10_000)
  await open(team, user, more)
}
async function open(team: string, user: string, more: Record<string, string> = {}): Promise<void> {
  const timestamp = String(Math.floor(clock!.now().getTime() / 1000))
  const body = JSON.stringify({
    type: 'event_callback',
    team_id: team,
    api_app_id: 'A0001',
    event_time: Number(timestamp),
    event: { type: 'app_home_opened', user, tab: 'home' },
  })
  const reply = await fetch(`${url}/slack/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': signatureOf('shhh', timestamp, body),
      ...more,
    },
    body,
  })
  assert.equal(reply.status, 200)
}

const published = () => slack.called('views.publish')
/** What this person sees. */
async function homeOf(team: string, user: string): Promise<string> {
  await opened(team, user)
  const { headers, body } = published().at(-1)!
  assert.deepEqual([headers.authorization, body.user_id], [`Bearer xoxb-${team}`, user])
  assert.ok(body.view.blocks.length <= 100)
  return JSON.stringify(body.view)
}

/** People at these addresses, in their own survey. */
async function ask(
  house: House,
  title: string,
  addresses: string[],
  more: object = {},
): Promise<{ close: () => Promise<void> }> {
  const api = await house.organisation()
  const ids: string[] = []
  for (const [place, address] of addresses.entries()) {
    const channels = [{ type: 'slack', address }]
    ids.push(ok(await api.post('/api/members', { name: `Person ${place}`, locale: 'en', channels })).id)
  }
  const author = await house.user()
  const confidentiality = { mode: 'attributed' }
  const recipients = { member_ids: ids }
  const draft = pulseDraft([], { title, recipients, channels: ['slack', 'link'], confidentiality, ...more })
  const path = `/api/pulses/${ok(await author.post('/api/pulses', draft)).id}`
  ok(await author.post(`${path}/open`))
  await app.due.settle()
  return { close: async () => void ok(await author.post(`${path}/close`)) }
}

suite('the home tab in Slack', () => {
  let it: House
  let other: House
  const [mine, theirs] = ['T0MINE', 'T0THEIRS']
  const colleagues = Array.from({ length: 6 }, (_, place) => `${mine}/U0PERSON${place}`)

  before(async () => {
    it = await newHouse(service)
    other = await newHouse(service)
    await slackMakers(it.admin).newSlackWorkspace(mine)
    await slackMakers(other.admin).newSlackWorkspace(theirs)
  })

  test('is the same before and after an anonymous answer', async () => {
    const confidentiality = { mode: 'anonymous' }
    await ask(it, 'Without names', colleagues, { confidentiality, questions: [mood] })
    const before = await homeOf(mine, 'U0PERSON0')
    assert.match(before, /Without names/)
    const [, link] = /"url":"([^"]+)"/.exec(before)!
    const answers = [{ question_id: 'mood', value: 4 }]
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ answers })
    const sent = await fetch(link, { method: 'POST', headers, body })
    assert.equal(sent.status, 201, await sent.text())
    assert.equal(await homeOf(mine, 'U0PERSON0'), before)
    assert.equal(
      (await homeOf(mine, 'U0PERSON1')).replaceAll(/\/r\/[\w.-]+/g, ''),
      before.replaceAll(/\/r\/[\w.-]+/g, ''),
      'nor does it differ from that of somebody who has not answered',
    )
  })

  test('has what this person was asked in this workspace, and nothing of anybody else', async () => {
    const { close } = await ask(it, 'Only for Ada', [`${mine}/U0ADA`, `${mine}/U0BOB`])
    await ask(it, 'Only for Cleo', [`${mine}/U0CLEO`])
    const home = await homeOf(mine, 'U0ADA')
    assert.match(home, /Only for Ada/)
    assert.doesNotMatch(home, /Cleo|Without names|Person/)
    assert.equal(home.match(/"url"/g)?.length, 1)
    assert.match(home, /This link is personal/)
    assert.match(home, /see your name|by name|your name/, 'the promise of a survey with names')
    // Of no workspace that is connected, of somebody unknown, and of a person who has the same id elsewhere.
    const calls = published().length
    await opened('T0NOBODY', 'U0ADA')
    assert.equal(published().length, calls)
    assert.match(await homeOf(mine, 'U0STRANGER'), /You have no open surveys/)
    assert.match(await homeOf(theirs, 'U0ADA'), /You have no open surveys/)
    await ask(other, 'Of the others', [`${mine}/U0ADA`])
    assert.doesNotMatch(await homeOf(mine, 'U0ADA'), /Of the others/)
    await close()
    assert.match(await homeOf(mine, 'U0ADA'), /You have no open surveys/)
  })

  test('costs one call for each opening, and none for a report that is repeated or follows at once', async () => {
    const calls = published().length
    await opened(mine, 'U0QUICK')
    await open(mine, 'U0QUICK')
    await opened(mine, 'U0QUICK', { 'x-slack-retry-num': '1' })
    assert.equal(published().length, calls + 1)
    await opened(mine, 'U0QUICK')
    assert.equal(published().length, calls + 2)
  })

  test('with two workspaces, an address that names none is in neither', async () => {
    const house = await newHouse(service)
    await slackMakers(house.admin).newSlackWorkspace('T0FIRST')
    await ask(house, 'The only one', ['U0ZOE'])
    assert.match(await homeOf('T0FIRST', 'U0ZOE'), /The only one/)
    await slackMakers(house.admin).newSlackWorkspace('T0SECOND')
    for (const team of ['T0FIRST', 'T0SECOND'])
      assert.match(await homeOf(team, 'U0ZOE'), /You have no open surveys/)
  })
})
