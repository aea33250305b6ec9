/** Who is told that few have answered: when, once, and no more than they may read already. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, suite, test } from 'node:test'
import { scopeNames } from '../../contract/scopes.ts'
import { run, sql } from '../../src/db/db.ts'
import { answerAt, bodyOf, type Clockwork, filesIn, mailedBy, startClockwork } from '../support/clockwork.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { client, links, pulseDraft } from '../support/world.ts'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork()
})

const opensAt = '2026-09-01T08:00:00Z'
const closesAt = '2026-09-04T08:00:00Z'
/** Two thirds of its time. */
const toldAt = '2026-09-03T08:00:00Z'

type Mail = { to: string; subject: string; text: string; link: string }

/** What these users were sent about a survey, by their order. */
async function mailsTo(users: readonly string[], title: string): Promise<Mail[][]> {
  const { outbox } = clockwork.running
  const files = (await filesIn(outbox)).filter((file) => file.endsWith('.json'))
  const mails: Mail[] = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(outbox, file), 'utf8'))),
  )
  return users.map((id) =>
    mails.filter(({ to, subject }) => to === `${id}@test.example` && subject.includes(title)),
  )
}

let surveys = 0

/** A team of ten that somebody leads, inside one that somebody else manages; and an author with an open pulse to both. */
async function begin(more: object = {}) {
  const { world, author: admin } = await clockwork.begin(opensAt)
  const user = async () => {
    const { userId } = await world.user({ role: 'member' })
    return userId
  }
  const [authorId, lead, manager, outsider] = [await user(), await user(), await user(), await user()]
  await run(clockwork.running.db.tx, sql`update users set role = 'analyst' where id = ${authorId}`)
  const author = client(
    world.url,
    await world.token({ userId: authorId, scopes: scopeNames, expiresAt: new Date('2100-01-01') }),
  )
  const company = await world.team('Company', 6)
  const team = await world.team('Platform', 10, { parent: company.id })
  const other = await world.team('Elsewhere', 6)
  for (const [userId, place, role] of [
    [lead, team, 'lead'],
    [manager, company, 'manager'],
    [outsider, other, 'lead'],
  ] as const) {
    await run(
      clockwork.running.db.tx,
      sql`update users set member_id = ${place.members[0]} where id = ${userId}`,
    )
    await bodyOf(admin.post(`/api/teams/${place.id}/members/${place.members[0]}`, { role }))
  }
  const title = `Survey no. ${++surveys}`
  const draft = pulseDraft([team.id, company.id], {
    title,
    closes_at: closesAt,
    low_participation: { below: 0.5, extend_by: null },
    ...more,
  })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  const path = `/api/pulses/${id}`
  await bodyOf(author.post(`${path}/open`))
  const told = () => mailsTo([authorId, manager, lead, outsider], title)
  return {
    world,
    author,
    path,
    title,
    told,
    lead,
    manager,
    team,
    company,
    urls: (await links(author, path)).map(({ url }) => url),
  }
}

const counts = (mails: readonly Mail[][]): number[] => mails.map(({ length }) => length)
const named = (audience: string[] = []) => ({ confidentiality: { mode: 'attributed', audience } })

suite('low participation', () => {
  test('is told when two thirds of the time have passed, once, to the author and to those who lead teams that are asked', async () => {
    const { told, title } = await begin()
    await clockwork.turnTo('2026-09-03T07:59:00Z')
    assert.deepEqual(counts(await told()), [0, 0, 0, 0])
    await clockwork.turnTo(toldAt)
    await clockwork.turnTo('2026-09-03T20:00:00Z')
    const mails = await told()
    assert.deepEqual(counts(mails), [1, 1, 1, 0])
    const [[toAuthor], [toManager]] = mails
    assert.equal(toAuthor.subject, `Few have answered “${title}”`)
    assert.match(
      toAuthor.text,
      /The response rate is 0%, below 50%\. The survey closes on Friday,? 4 September/,
    )
    assert.match(toAuthor.text, /shown in steps/)
    assert.match(toAuthor.text, /because you are the survey’s author/)
    assert.match(toManager.text, /because the survey includes a team that you manage or lead/)
    for (const { text } of mails.flat()) assert.doesNotMatch(text, /Person|Platform|Company/)
  })

  test('is not told where enough have answered, nor of what has closed', async () => {
    const enough = await begin(named())
    for (const url of enough.urls.slice(0, 8)) await bodyOf(answerAt(enough.world, url), 201)
    await clockwork.turnTo(toldAt)
    assert.deepEqual(counts(await enough.told()), [0, 0, 0, 0])
    const closed = await begin()
    await bodyOf(closed.author.post(`${closed.path}/close`))
    await clockwork.turnTo(toldAt)
    assert.deepEqual(counts(await closed.told()), [0, 0, 0, 0])
  })

  test('of a private survey is told to its author alone', async () => {
    const { told } = await begin({ visibility: 'private' })
    await clockwork.turnTo(toldAt)
    assert.deepEqual(counts(await told()), [1, 0, 0, 0])
  })

  test('is counted by team for those leads alone who read answers by name', async () => {
    const place = await begin(named())
    const again = pulseDraft([place.team.id, place.company.id], {
      title: `${place.title} by name`,
      closes_at: closesAt,
      low_participation: { below: 0.5, extend_by: null },
      ...named([place.lead]),
    })
    const { id } = await bodyOf(place.author.post('/api/pulses', again), 201)
    await bodyOf(place.author.post(`/api/pulses/${id}/open`))
    const [first] = await links(place.author, `/api/pulses/${id}`)
    await bodyOf(answerAt(place.world, first.url), 201)
    await clockwork.turnTo(toldAt)
    const [[toLead], [toManager]] = await mailsTo([place.lead, place.manager], `${place.title} by name`)
    assert.match(toLead.text, /Platform: [01] of 10 have answered\./)
    assert.doesNotMatch(toLead.text, /Company|Person|steps/)
    assert.doesNotMatch(toManager.text, /Platform|Company|Person/)
  })

  test('is told when the survey goes on, and never twice', async () => {
    const { told, title, path, author } = await begin({ low_participation: { below: 0.5, extend_by: 'P1D' } })
    await clockwork.turnTo(toldAt)
    assert.deepEqual(counts(await told()), [0, 0, 0, 0])
    await clockwork.turnTo(closesAt)
    assert.equal((await bodyOf(author.get(path))).state, 'open')
    await clockwork.turnTo('2026-09-05T08:00:00Z')
    assert.equal((await bodyOf(author.get(path))).state, 'closed')
    const mails = await told()
    assert.deepEqual(counts(mails), [1, 1, 1, 0])
    assert.equal(mails[0][0].subject, `“${title}” was extended: few answers so far`)
    assert.match(mails[0][0].text, /0% at the end, below 50%.*now closes on Saturday,? 5 September/)
    assert.match(mails[0][0].link, new RegExp(`/app/pulses/${path.split('/').at(-1)}/live$`))
  })

  test('is told two thirds into the time that an author has given it', async () => {
    const { told, author, path } = await begin()
    await bodyOf(author.post(`${path}/extend`, { closes_at: '2026-09-07T08:00:00Z' }))
    await clockwork.turnTo(toldAt)
    assert.deepEqual(counts(await told()), [0, 0, 0, 0])
    await clockwork.turnTo('2026-09-05T08:00:00Z')
    assert.deepEqual(counts(await told()), [1, 1, 1, 0])
  })

  test('is told in the language of whoever reads it', async () => {
    const { told, team } = await begin()
    await run(clockwork.running.db.tx, sql`update members set locale = 'ja' where id = ${team.members[0]}`)
    await clockwork.turnTo(toldAt)
    const [, , [toLead]] = await told()
    assert.match(toLead.subject, /回答が少なくなっています/)
  })

  test('of a check-in is told for each occurrence, and a sole notice fits wherever an extension would not', async () => {
    const { author, team } = await begin()
    const setting = { window: 'P7D', low_participation: { below: 0.5, extend_by: null } }
    const recurrence = { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2026-09-07', time: '09:00' }
    const { path } = await activated(
      author,
      weekly([team.id], { title: 'Week of ten', recurrence, ...setting }),
    )
    await clockwork.turnTo('2026-09-07T07:00:00Z')
    const [{ id }] = await instancesOf(author, path)
    const mailed = await mailedBy(clockwork.running, () => clockwork.turnTo('2026-09-12T07:00:00Z'))
    assert.deepEqual(
      new Set(mailed.map((link) => new URL(link).pathname + new URL(link).search)),
      new Set([`/app/check-ins/${path.split('/').at(-1)}/live?occurrence=${id}`]),
    )
    assert.equal(mailed.length, 2)
  })
})
