/**
 * Somebody who replies to findings in order to learn who answered: a lead who publishes, withdraws and compares what each person gets; and
 * whoever reads the outbox, the log and every page of a link. Replies go by rosters, so there is nothing to tell apart.
 */
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test as attack } from 'node:test'
import { logger } from '../../../src/log.ts'
import { browse } from '../../support/browse.ts'
import { bodyOf } from '../../support/clockwork.ts'
import { messagesIn } from '../../support/outbox.ts'
import { askedTwoTeams, findingsOf, publishedTo, replier } from '../../support/replying.ts'
import { activated, instancesOf, weekly } from '../../support/recurring.ts'
import { startApp } from '../../support/start.ts'
import { eventually } from '../../support/world.ts'
import { answersOf, type House, linksInMail, newHouse, wonNone } from './acting.ts'

const hourMs = 3_600_000

/** All that a reply consists of, headers too, without the secret of its address and what differs between any two. */
const bare = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, '#'), text)

/** @param own  whether the page of the survey is among them, which says while it is open that a link has been used */
async function pagesOf(house: House, link: string, own = true): Promise<string> {
  const { url, anyone } = house.world
  const pages = []
  for (const path of [...(own ? [link] : []), `${link}/replies`, `${link}/unsubscribe`]) {
    const { status, html, headers } = await browse(url + path)
    const json = await anyone.get(path)
    pages.push([
      status,
      html,
      headersOf(headers),
      json.status,
      JSON.stringify(json.body),
      headersOf(json.headers),
    ])
  }
  return bare(JSON.stringify(pages), [link.slice('/r/'.length)])
}

/** How long a compressed page is hangs on the secret of its address, by a byte or two; what is in it is compared. */
function headersOf(headers: Headers): [string, string][] {
  const differing = ['date', 'x-request-id', 'traceparent']
  if (headers.has('content-encoding')) differing.push('content-length')
  return [...headers].filter(([name]) => !differing.includes(name))
}

for (const mode of ['anonymous', 'confidential'] as const)
  attack(`replies show nobody who has answered: pages, messages and log are the same, ${mode}`, async () => {
    let log = ''
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        log += chunk.toString()
        done()
      },
    })
    const running = await startApp({ at: '2026-10-12T08:00:00Z', log: logger('trace', sink) })
    const house = await newHouse({ running })
    const survey = await askedTwoTeams(house, { confidentiality: { mode } })
    const admin = await replier(house, [], 'admin')
    const lead = await replier(house, [survey.teams[0]])
    const findings = await findingsOf(house, survey, admin)
    const leadsOn = (pages: string) => /class=\\"button plain\\" href=\\"\/r\/#\/replies/.test(pages)
    for (const people of survey.people) {
      const seen = new Set<string>()
      for (const { email } of people) seen.add(await pagesOf(house, survey.links.get(email)!))
      assert.equal(seen.size, 1, 'while nobody has replied')
      assert.equal(leadsOn([...seen][0]), false)
    }
    const before = new Set((await messagesIn(running.outbox)).map(({ text }) => text))
    await publishedTo(lead, findings.platform, 'Two people join us.')
    const again = await publishedTo(lead, findings.platform, 'A second thought.')
    await bodyOf(lead.post(`/api/replies/${again}/withdraw`))
    await publishedTo(admin, findings.everyone, 'New screens for all.')
    running.clock!.advance(hourMs)
    await house.settle()
    const messages = (await messagesIn(running.outbox)).filter(({ text }) => !before.has(text))
    for (const [team, people] of survey.people.entries()) {
      const seen = new Set<string>()
      for (const { id, email } of people) {
        const link = survey.links.get(email)!
        const mine = messages.filter(({ to }) => to === email)
        assert.equal(mine.length, 1, 'whoever answered and whoever did not')
        const name = /Hello (.+),/.exec(mine[0].text)![1]
        const { at: _at, ...message } = mine[0]
        const [, leave] = /\/r\/([^/\s]+)\/unsubscribe/.exec(mine[0].text)!
        const { status, html } = await browse(`${house.world.url}/r/${leave}/unsubscribe`)
        assert.equal(status, 200)
        wonNone(Buffer.from(leave, 'base64url').includes(id) ? 1 : 0, 1, 'members, by the way out')
        seen.add(
          (await pagesOf(house, link)) +
            bare(html, [leave]) +
            bare(JSON.stringify({ ...message, name: '' }), [email, name, mine[0].name, leave]),
        )
        // The way out is no way in.
        wonNone(
          (await house.world.anyone.get(`/r/${leave}`)).status === 404 ? 0 : 1,
          1,
          'surveys, by the way out',
        )
        wonNone(log.includes(email) ? 1 : 0, 1, 'addresses, by the log')
        wonNone(log.includes(id) ? 1 : 0, 1, 'members, by the log')
      }
      assert.equal(seen.size, 1, `team ${team}: six who answered look like two who did not`)
      assert.match([...seen][0], /New screens for all/)
      assert.ok(leadsOn([...seen][0]))
      assert.equal([...seen][0].includes('Two people join us'), team === 0)
    }
    const times = new Set(messages.map(({ at }) => at))
    assert.equal(times.size, 1, 'all messages are of one time')
    // No finding is quoted to people whom the promise does not name as its readers.
    const { statement } = await bodyOf(admin.get(`/api/insights/${findings.everyone}`))
    const everything = JSON.stringify(messages) + (await pagesOf(house, survey.links.values().next().value!))
    wonNone(everything.includes(statement) ? 1 : 0, 1, 'statements')
    await running.stop()
  })

for (const mode of ['anonymous', 'confidential'])
  attack(
    `replies to one instance of a check-in show nobody who has answered it, or the next one, which is open, ${mode}`,
    async () => {
      const running = await startApp({ at: '2026-10-11T12:00:00Z' })
      const house = await newHouse({ running })
      const { author, settle, world } = house
      const team = await house.team('Platform')
      const people = await house.people(team, 12)
      const draft = weekly([team], { confidentiality: { mode }, channels: ['email'] })
      const { path } = await activated(author, { ...draft, visibility: 'public' })
      const admin = await replier(house, [], 'admin')
      const linksOf = async (at: string): Promise<string[]> => {
        running.clock!.set(at)
        await settle()
        const links = await linksInMail(house, draft.title, people)
        return people.map(({ email }) => links.get(email)!)
      }
      const answer = async (links: readonly string[], score: number): Promise<void> => {
        for (const [at, link] of links.entries())
          await bodyOf(world.anyone.post(link, { answers: answersOf(1 + ((at + score) % 4)) }), 201)
      }
      const first = await linksOf('2026-10-12T08:00:00Z')
      // None of the first four answers anything; the others answer one of the two, or both.
      await answer(first.slice(4, 10), 1)
      running.clock!.set('2026-10-15T08:00:00Z')
      await settle()
      const [closed] = await instancesOf(author, path)
      const { insights } = await eventually(
        async () => bodyOf(admin.get(`/api/insights?check_in_instance_id=${closed.id}&kind=score`)),
        (found) => found.insights.length > 0,
      )
      const second = await linksOf('2026-10-19T08:00:00Z')
      assert.notEqual(second[0], first[0])
      await answer(second.slice(7), 2)
      await publishedTo(admin, insights[0].id, 'New screens for all.')
      running.clock!.advance(hourMs)
      await settle()
      for (const links of [first, second]) {
        const pages = []
        for (const link of links) pages.push(await pagesOf(house, link, links === first))
        assert.equal(new Set(pages).size, 1, 'twelve people, of four kinds, get one page')
        assert.match(pages[0], /New screens for all/)
      }
      await running.stop()
    },
  )

attack(
  'a reply reaches no team that is hidden, and no finding of a survey that its author alone reads',
  async () => {
    const running = await startApp({ at: '2026-10-12T08:00:00Z' })
    const house = await newHouse({ running })
    const survey = await askedTwoTeams(house, { visibility: 'private' })
    const author = await house.world.user({ id: house.userId })
    const findings = await findingsOf(house, survey, author)
    const lead = await replier(house, [survey.teams[0]])
    const admin = await replier(house, [], 'admin')
    const told = { kind: 'heard', text: 'Thank you.' }
    const refused = async (finding: string) =>
      Promise.all(
        [lead, admin].map(async (by) => (await by.post(`/api/insights/${finding}/replies`, told)).status),
      )
    assert.deepEqual(await refused(findings.platform), [404, 404])
    assert.deepEqual(await refused('ins_01jd0000000000000000000000'), [404, 404])
    const { id } = await bodyOf(author.post(`/api/insights/${findings.everyone}/replies`, told), 201)
    await bodyOf(author.post(`/api/replies/${id}/publish`))
    for (const by of [lead, admin]) {
      assert.equal((await by.get(`/api/replies/${id}`)).status, 404)
      assert.deepEqual((await bodyOf(by.get('/api/replies'))).replies, [])
    }
    await running.stop()
  },
)
