/**
 * A survey in two languages, as each channel sends it: in the words of whoever gets it, and in no others. Slack and Microsoft Teams are doubles
 * that speak their APIs over HTTP, the gateway of SMS and the mail server are real servers.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { signatureOf } from '../../src/respond/slack/signature.ts'
import { microsoftMakers } from '../access/microsoft-teams.ts'
import { newTeamId, slackMakers } from '../access/slack.ts'
import { partsOf, startMail } from '../support/mail.ts'
import { newTeamsUser, newTenantId, startMicrosoft, type TeamsUser } from '../support/microsoft.ts'
import { startSlack } from '../support/receiver.ts'
import { type House, newHouse, ok, startService } from '../support/sign-in-organisation.ts'
import { newReceiver } from '../support/webhook-receiver.ts'
import { eventually, pulseDraft } from '../support/world.ts'

const slack = await startSlack()
const microsoft = await startMicrosoft()
const mail = await startMail()
const gateway = await newReceiver((response) => response.writeHead(202).end())
const service = await startService({
  ...slack.appEnv,
  ...microsoft.env,
  ...mail.env,
  SONDE_SMS_URL: gateway.url,
  SONDE_SMS_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
})
const { app, clock, url } = service.running

/** Words of each language, by where they stand. No word is part of one of the other language. */
type Words = {
  title: string
  ask: string
  low: string
  high: string
  first: string
  sleep: string
  focus: string
}
const english: Words = {
  title: 'Seven days at work',
  ask: 'How calm was it here?',
  low: 'Hectic',
  high: 'Peaceful',
  first: 'What would help first?',
  sleep: 'Longer nights',
  focus: 'Fewer calls',
}
const german: Words = {
  title: 'Sieben Tage Arbeit',
  ask: 'Wie ruhig ging es zu?',
  low: 'Hektisch',
  high: 'Ruhig',
  first: 'Was hilft zuerst?',
  sleep: 'Längere Nächte',
  focus: 'Weniger Anrufe',
}
const rows = ['1', '2', '3'].map((id) => ({ id: `row${id}`, text: id }))
/** `long` does not fit into a message. */
const inside = {
  short: [],
  long: [
    { id: 'hours', type: 'number', text: '42?', min: 0, max: 60 },
    { id: 'since', type: 'date', text: '2026?' },
    { id: 'parts', type: 'matrix', text: '3?', rows },
  ],
}
const draftOf = (size: keyof typeof inside): object => ({
  title: english.title,
  language: 'en',
  channels: ['slack', 'microsoft_teams', 'sms', 'email', 'link'],
  confidentiality: { mode: 'attributed' },
  questions: [
    { id: 'calm', type: 'scale', text: english.ask, labels: [english.low, english.high] },
    {
      id: 'first',
      type: 'single_choice',
      text: english.first,
      options: [
        { id: 'sleep', text: english.sleep },
        { id: 'focus', text: english.focus },
      ],
    },
    ...inside[size],
  ],
  translations: {
    de: {
      title: german.title,
      questions: {
        calm: { text: german.ask, labels: [german.low, german.high] },
        first: { text: german.first, options: { sleep: german.sleep, focus: german.focus } },
      },
    },
  },
})

const locales = ['de-AT', 'en-GB'] as const
const wordsOf = { 'de-AT': german, 'en-GB': english }

/** Has these words of the reader's language, and none of the other's. */
function isIn(text: string, locale: (typeof locales)[number], expected: readonly (keyof Words)[]): void {
  const own = wordsOf[locale]
  const other = locale === 'en-GB' ? german : english
  for (const name of expected) assert.ok(text.includes(own[name]), `${own[name]} is not in: ${text}`)
  for (const word of Object.values(other)) assert.ok(!text.includes(word), `${word} is in: ${text}`)
}

const workspace = newTeamId()
const tenant = newTenantId()
type Reader = { slack: string; teams: TeamsUser; email: string; sms: string }
const readers: Record<(typeof locales)[number], Reader> = {
  'de-AT': { slack: 'U0DE', teams: newTeamsUser(tenant), email: 'de@acme.test', sms: '+491701234501' },
  'en-GB': { slack: 'U0EN', teams: newTeamsUser(tenant), email: 'en@acme.test', sms: '+491701234502' },
}
let house: House

before(async () => {
  house = await newHouse(service)
  await slackMakers(house.admin).newSlackWorkspace(workspace)
  await microsoftMakers(house.admin).newMicrosoftTenant(tenant)
  const api = await house.organisation()
  for (const locale of locales) {
    const at = readers[locale]
    const channels = [
      { type: 'slack', address: `${workspace}/${at.slack}` },
      { type: 'microsoft_teams', address: `${tenant}/${at.teams.userId}` },
      { type: 'sms', address: at.sms },
      { type: 'email', address: at.email },
    ]
    // Each of them is one person, so that every channel is somebody’s first.
    for (const channel of channels) {
      const { id } = ok(await api.post('/api/members', { name: 'Ada', locale, channels: [channel] }))
      members.push(id)
    }
  }
})

const members: string[] = []

async function ask(size: keyof typeof inside): Promise<void> {
  const author = await house.user()
  const draft = pulseDraft([], { ...draftOf(size), recipients: { member_ids: members } })
  ok(await author.post(`/api/pulses/${ok(await author.post('/api/pulses', draft)).id}/open`))
  await app.due.settle()
}

const inSlack = (user: string): any =>
  slack.called('chat.postMessage').findLast(({ body }) => body.channel === user)!.body
const inTeams = ({ userId }: TeamsUser): any =>
  microsoft.messages().findLast(({ path }) => decodeURIComponent(path).includes(userId))!.body.attachments[0]
    .content

async function toSlack(path: string, body: string, type: string): Promise<void> {
  const timestamp = String(Math.floor(clock!.now().getTime() / 1000))
  const headers = {
    'content-type': type,
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': signatureOf('shhh', timestamp, body),
  }
  assert.equal((await fetch(`${url}${path}`, { method: 'POST', headers, body })).status, 200)
}

const everything = ['title', 'ask', 'low', 'high', 'first', 'sleep', 'focus'] as const

suite('each reads in their own language', () => {
  test('the form in a message of Slack and on a card of Microsoft Teams', async () => {
    await ask('short')
    for (const locale of locales) {
      isIn(JSON.stringify(inSlack(readers[locale].slack)), locale, everything)
      isIn(JSON.stringify(inTeams(readers[locale].teams)), locale, everything)
    }
  })

  test('the title in an SMS, and the first question in an e-mail, in both of its parts', async () => {
    for (const locale of locales) {
      const { sms, email } = readers[locale]
      isIn(gateway.received.find(({ event }) => event.to === sms)!.event.text, locale, ['title'])
      const [plain, page] = partsOf(mail.taken.find(({ to }) => to === email)!.raw)
      isIn(plain.text, locale, ['title'])
      isIn(page.text, locale, ['title', 'ask'])
    }
  })

  test('the window that Slack opens, and the card that comes in the place of another', async () => {
    await ask('long')
    for (const locale of locales) {
      const { slack: user, teams } = readers[locale]
      const message = inSlack(user)
      isIn(JSON.stringify(message), locale, ['title'])
      const { value } = message.blocks
        .flatMap(({ elements = [] }: any) => elements)
        .find(({ action_id: id }: any) => id === 'window')
      const click = {
        type: 'block_actions',
        trigger_id: '1.2.abc',
        team: { id: workspace },
        user: { id: user },
        container: { channel_id: 'D1', message_ts: '1700000000.000100' },
        actions: [{ action_id: 'window', value }],
      }
      const form = new URLSearchParams({ payload: JSON.stringify(click) }).toString()
      await toSlack('/slack/interactions', form, 'application/x-www-form-urlencoded')
      const { view } = slack.called('views.open').at(-1)!.body
      isIn(JSON.stringify(view), locale, ['ask', 'low', 'high', 'first', 'sleep', 'focus'])

      const card = inTeams(teams)
      isIn(JSON.stringify(card), locale, ['title'])
      const opened = await fetch(`${url}/teams/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${microsoft.token()}` },
        body: JSON.stringify(microsoft.click(teams, 'open', card.actions[0].data)),
      })
      isIn(JSON.stringify(((await opened.json()) as any).value), locale, everything)
    }
  })

  test('the home tab in Slack', async () => {
    for (const locale of locales) {
      const { slack: user } = readers[locale]
      const event = { type: 'app_home_opened', user, tab: 'home' }
      const at = Math.floor(clock!.now().getTime() / 1000)
      const body = JSON.stringify({
        type: 'event_callback',
        team_id: workspace,
        api_app_id: 'A0001',
        event_time: at,
        event,
      })
      await toSlack('/slack/events', body, 'application/json')
      const home = await eventually(
        async () => slack.called('views.publish').findLast((one) => one.body.user_id === user),
        (one) => one !== undefined,
      )
      isIn(JSON.stringify(home!.body.view), locale, ['title'])
    }
  })
})
