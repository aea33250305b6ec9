/**
 * Somebody who watches what members do who ask for their invitations again: the lists and counts of the survey, the request log, the audit
 * log, events, the service's own log, its metrics, and every row of its database. Anyone who asks again has hardly answered, so that must not
 * be told of anybody.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { test as attack } from 'node:test'
import { many, one, sql, type Tx } from '../../../src/db/db.ts'
import { shape, text } from '../../../src/db/shape.ts'
import { logger } from '../../../src/log.ts'
import { atEndOf } from '../../support/endings.ts'
import { startIssuer } from '../../support/issuer.ts'
import { messagesIn } from '../../support/outbox.ts'
import { newHouse, ok } from '../../support/sign-in-organisation.ts'
import { metricsPathOf, startApp } from '../../support/start.ts'
import { type Client, client } from '../../support/world.ts'
import { answersOf, pulseOf, wonNone } from './acting.ts'

type Member = { id: string; userId: string; email: string; person: Client }

const count = 8

async function asked(mode: string) {
  let log = ''
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      log += chunk.toString()
      done()
    },
  })
  const idp = await startIssuer()
  atEndOf('file', () => idp.close())
  const running = await startApp({ at: new Date().toISOString(), env: idp.env, log: logger('trace', sink) })
  const house = await newHouse({ idp, running })
  const directory = await house.organisation(['teams:read', 'teams:write'])
  const author = await house.user()
  const team = ok(await directory.post('/api/teams', { name: 'Eight' }))
  const people: Member[] = []
  for (let at = 0; at < count; at++) {
    const [name, email] = [`Member ${at}`, `member${at}@again.test`]
    const { id } = ok(await directory.post('/api/members', { name, email, team_ids: [team.id] }))
    const { token } = await house.invite(email)
    const person = await house.person({ sub: email, email })
    ok(await person.post('/api/invitations/accept', { token }))
    const { user } = ok(await person.get('/api/me'))
    people.push({ id, userId: user.id, email, person })
  }
  const draft = pulseOf([team.id], { confidentiality: { mode } })
  const { id } = ok(await author.post('/api/pulses', draft))
  ok(await author.post(`/api/pulses/${id}/open`))
  await running.app.due.settle()
  const mailTo = async ({ email }: Member) =>
    (await messagesIn(running.outbox)).filter(({ to, link }) => to === email && link.includes('/r/'))
  return { house, running, author, directory, people, path: `/api/pulses/${id}`, mailTo, logged: () => log }
}

const tableRow = shape({ name: text })
const contentRow = shape({ content: text })

/** Tables of what watchers ask and of the clock; the test looks into the first by itself. */
const aside = /^(jobs\.|public\.api_(requests|usage))/

/** Every table, and a digest of all that is in it. */
async function rowsOf(tx: Tx): Promise<Map<string, string>> {
  const tables = await many(
    tx,
    tableRow,
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const contents = new Map<string, string>()
  for (const { name } of tables) {
    const digest = sql`select coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as content from ${sql.raw(name)} t`
    contents.set(name, (await one(tx, contentRow, digest))?.content ?? '')
  }
  return contents
}

const withoutSelf = (words: string, { id, userId, email }: Member, name: string, link: string): string =>
  [id, userId, email, name, link].reduce((left, own) => left.replaceAll(own, '…'), words)

for (const mode of ['anonymous', 'confidential'])
  attack(
    `whoever asks for their invitation again is told to nobody, and neither is who has answered, ${mode}`,
    async () => {
      const { house, running, author, directory, people, path, mailTo, logged } = await asked(mode)
      const links = new Map<Member, string>()
      for (const one of people) links.set(one, new URL((await mailTo(one))[0].link).pathname)
      const answering = people.slice(0, 4)
      for (const one of answering) ok(await house.anyone.post(links.get(one)!, { answers: answersOf(4) }))
      await running.app.due.settle()

      // Two who have answered ask again, and two who have not; four do nothing.
      const asking = [people[0], people[1], people[4], people[5]]
      const look = async () => ({
        survey: ok(await author.get(path)),
        progress: ok(await author.get(`${path}/progress`)),
        deliveries: ok(await author.get(`${path}/deliveries`)),
        audit: ok(await house.admin.get('/api/audit-events?limit=200')),
        suppressions: (await directory.get('/api/suppressions')).body,
        applications: ok(await house.admin.get('/api/applications')),
      })
      const seen = await look()
      await running.app.due.settle()
      const [rows, from] = [await rowsOf(running.db.tx), logged().length]
      const replies = []
      for (const { person } of asking) {
        const reply = await fetch(`${running.url}/api/me/open-surveys/invitations`, {
          method: 'POST',
          headers: { authorization: `Bearer ${person.token}`, 'idempotency-key': randomUUID() },
        })
        const { 'content-length': length, 'cache-control': cache } = Object.fromEntries(reply.headers)
        replies.push(JSON.stringify([reply.status, length, cache, await reply.text()]))
      }
      await running.app.due.settle()
      assert.equal(new Set(replies).size, 1, 'all replies are the same')
      assert.match(replies[0], /^\[200,/)

      const after = await rowsOf(running.db.tx)
      const changed = [...after.keys()].filter(
        (name) => !aside.test(name) && rows.get(name) !== after.get(name),
      )
      assert.deepEqual(changed, [], 'no row of the database is left of it')
      assert.deepEqual(await look(), seen, 'lists, counts and logs of the organisation are as they were')
      const lines = logged().slice(from).split('\n')
      assert.ok(logged().includes('"level"'), 'the log was on')
      const told = people.filter((one) =>
        lines.some((line) =>
          [one.id, one.userId, one.email, links.get(one)!.slice('/r/'.length)].some((own) =>
            line.includes(own),
          ),
        ),
      )
      wonNone(told.length, count, 'people, by the log')
      for (const { id } of ok(await house.admin.get('/api/applications')).applications) {
        const { requests } = ok(await house.admin.get(`/api/applications/${id}/requests?limit=200`))
        assert.ok(!JSON.stringify(requests).includes('open-surveys'), 'no request log has it')
      }
      const metrics = await client(running.url).get(metricsPathOf(running))
      assert.doesNotMatch(String(metrics.body), /(org|usr|mem)_[0-9a-z]{26}|open-surveys|resendOwn/)

      // Anyone who reads the mail server sees to whom messages went, as with every message, and not who has answered.
      const mails = await Promise.all(
        asking.map(async (one) => {
          const at = people.indexOf(one)
          const messages = await mailTo(one)
          return JSON.stringify(
            messages.map(({ subject, text: words, html }) =>
              withoutSelf(subject + words + html, one, `Member ${at}`, links.get(one)!.slice('/r/'.length)),
            ),
          )
        }),
      )
      assert.equal(JSON.parse(mails[0]).length, 2, 'invited, and again')
      wonNone(new Set(mails).size - 1, asking.length, 'people, by what their messages say')
      await running.stop()
    },
  )
