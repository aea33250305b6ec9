/** The list of surveys: both kinds in one order, phases, filters, and what each caller sees of them. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { counts, did, list, surveysOf, titles } from '../../test/support/listed-surveys.ts'
import { type Client, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

let world: World
let author: Client & { userId: string }
let team: { id: string }

before(async () => {
  world = await newWorld()
  author = await world.user()
  team = await world.team('Asked', 6)
})

const { pulse, checkIn } = surveysOf(() => team.id)

test('pulses and check-ins are one list, newest first, page by page, each in its phase', async () => {
  const mine = await world.user()
  const draft = await pulse(mine, { title: 'Draft' })
  const weekly = await checkIn(mine, { title: 'Weekly' })
  const open = await pulse(mine, { title: 'Open' })
  const monthly = await checkIn(mine, { title: 'Monthly' })
  const cancelled = await pulse(mine, { title: 'Cancelled' })
  await did(mine, `${open.path}/open`)
  await did(mine, `${weekly.path}/activate`)
  await did(mine, `${monthly.path}/activate`)
  const [instance] = (await mine.get(`${monthly.path}/instances`)).body.check_in_instances
  await did(mine, `/api/check-in-instances/${instance.id}/open`)
  await did(mine, `${cancelled.path}/open`)
  await did(mine, `${cancelled.path}/cancel`)

  const { surveys } = await list(mine, '?mine=true')
  assert.deepEqual(
    surveys.map((one: any) => [one.title, one.kind, one.phase, one.state]),
    [
      ['Cancelled', 'pulse', 'closed', 'cancelled'],
      ['Monthly', 'check_in', 'open', 'active'],
      ['Open', 'pulse', 'open', 'open'],
      ['Weekly', 'check_in', 'scheduled', 'active'],
      ['Draft', 'pulse', 'draft', 'draft'],
    ],
  )
  assert.equal(surveys[4].id, draft.id)
  assert.equal(surveys[4].period, null)
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await list(mine, `?mine=true&limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    paged.push(...page.surveys.map(({ title }: { title: string }) => title))
    cursor = page.next_cursor
  }
  assert.deepEqual(
    paged,
    surveys.map(({ title }: { title: string }) => title),
  )
  assert.deepEqual(await titles(mine, '?mine=true&phase=open'), ['Monthly', 'Open'])
  assert.deepEqual(await titles(mine, '?mine=true&kind=check_in'), ['Monthly', 'Weekly'])
  assert.deepEqual(await titles(mine, '?mine=true&q=WEEK'), ['Weekly'])
  assert.deepEqual(await counts(mine, '?mine=true'), {
    draft: 1,
    scheduled: 1,
    open: 2,
    closed: 1,
    archived: 0,
    between_dates: 0,
    deleted: 0,
  })
  assert.deepEqual(await counts(mine, '?mine=true&kind=pulse&q=cancel'), {
    draft: 0,
    scheduled: 0,
    open: 0,
    closed: 1,
    archived: 0,
    between_dates: 0,
    deleted: 0,
  })
})

test('the period is the open one with the response of getPulse, and after close the last one of a check-in', async () => {
  const { id, path } = await pulse(author, { title: 'Counted' })
  await did(author, `${path}/open`)
  for (const { url } of (await links(author, path)).slice(0, 5))
    await world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 4 }] })
  const one = (await list(author, '?mine=true&q=Counted')).surveys[0]
  const { body: whole } = await author.get(path)
  assert.equal(one.id, id)
  assert.deepEqual(one.period.response_summary, whole.response_summary)
  assert.deepEqual(
    [one.period.state, one.period.check_in_instance_id, one.period.closes_at],
    ['open', null, whole.closes_at],
  )
  const weekly = await checkIn(author, { title: 'Every week' })
  await did(author, `${weekly.path}/activate`)
  const [instance] = (await author.get(`${weekly.path}/instances`)).body.check_in_instances
  await did(author, `/api/check-in-instances/${instance.id}/open`)
  await did(author, `/api/check-in-instances/${instance.id}/close`)
  const closed = (await list(author, '?mine=true&q=Every')).surveys[0]
  assert.deepEqual(
    [closed.phase, closed.period.check_in_instance_id, closed.period.state],
    ['scheduled', instance.id, 'closed'],
  )
  assert.ok(Date.parse(closed.opens_at) > Date.parse(instance.opens_at))
  assert.deepEqual(
    [await counts(author, '?mine=true&q=Every'), await counts(author, '?mine=true&kind=pulse')].map(
      ({ scheduled, between_dates: between }) => [scheduled, between],
    ),
    [
      [1, 1],
      [0, 0],
    ],
  )
})

test('private surveys are in their author’s list alone, and deleted ones in none', async () => {
  const colleague = await world.user()
  const program = await world.organisation()
  const { path } = await pulse(author, { title: 'Mine alone', visibility: 'private' })
  const weekly = await checkIn(author, { title: 'Mine alone weekly', visibility: 'private' })
  assert.deepEqual(await titles(author, '?q=Mine%20alone'), ['Mine alone weekly', 'Mine alone'])
  for (const api of [colleague, program]) {
    assert.deepEqual(await titles(api, '?q=Mine%20alone'), [])
    assert.equal((await counts(api, '?q=Mine%20alone')).draft, 0)
  }
  assert.deepEqual(await titles(colleague, '?mine=true'), [])
  assert.deepEqual(await titles(program, '?mine=true'), [])
  for (const one of [path, weekly.path]) assert.equal((await author.delete(one)).status, 204)
  assert.deepEqual(await titles(author, '?q=Mine%20alone'), [])
})

test('a survey of four teams names all four, one of five names three and counts two', async () => {
  const ids: string[] = []
  for (const name of ['P', 'Q', 'R', 'S', 'T']) ids.push((await world.team(name, 5, { email: false })).id)
  const audience = async (title: string, teams: string[]) => {
    await author.post('/api/pulses', pulseDraft(teams, { title }))
    const { teams: named, more_teams: more } = (await list(author, `?q=${title}`)).surveys[0].audience
    return [named.map(({ name }: { name: string }) => name).join(' '), more]
  }
  assert.deepEqual(await audience('OfFour', ids.slice(1)), ['Q R S T', 0])
  assert.deepEqual(await audience('OfFive', ids), ['P Q R', 2])
})

test('people read the author’s name, programs do not; people asked by name are counted for whoever may see them', async () => {
  const program = await world.organisation()
  const { members, id } = await world.team('Named', 6)
  const teams = [id]
  for (const name of ['B', 'C', 'D']) teams.push((await world.team(name, 5, { email: false })).id)
  const { body } = await author.post(
    '/api/pulses',
    pulseDraft([], {
      title: 'By name',
      recipients: { team_ids: teams, member_ids: [members[0], members[1]] },
    }),
  )
  assert.ok(body.id, JSON.stringify(body))
  const seen = async (api: Client) => (await list(api, '?q=By%20name')).surveys[0]
  const own = await seen(author)
  assert.equal(own.author.id, author.userId)
  assert.equal(typeof own.author.name, 'string')
  assert.deepEqual(
    own.audience.teams.map(({ name }: { name: string }) => name),
    ['Named', 'B', 'C', 'D'],
  )
  assert.deepEqual([own.audience.more_teams, own.audience.people_by_name], [0, 2])
  assert.equal((await seen(program)).author.name, null)
  await did(author, `/api/pulses/${body.id}/open`)
  const colleague = await world.user({ role: 'member' })
  const { audience, author: named } = await seen(colleague)
  assert.equal(audience.people_by_name, null)
  assert.equal(typeof named.name, 'string')
})

test('whoever is asked reads so while it is open, and whoever is not reads that; programs neither', async () => {
  const [asked, other] = [await world.user({ role: 'member' }), await world.user({ role: 'member' })]
  const { id, members } = await world.team('Told', 6)
  await world.running.db.pool.query('update users set member_id = $1 where id = $2', [
    members[0],
    asked.userId,
  ])
  const one = await pulse(author, { title: 'Told pulse', recipients: { team_ids: [id] } })
  const weekly = await checkIn(author, { title: 'Told weekly', recipients: { team_ids: [id] } })
  const told = async (api: Client): Promise<unknown[]> =>
    (await list(api, '?q=Told')).surveys.map(({ audience }: any) => audience.asks_you)
  assert.deepEqual(await told(author), [null, null], 'neither asks anybody yet')
  await did(author, `${one.path}/open`)
  await did(author, `${weekly.path}/activate`)
  const [instance] = (await author.get(`${weekly.path}/instances`)).body.check_in_instances
  await did(author, `/api/check-in-instances/${instance.id}/open`)
  assert.deepEqual(await told(asked), [true, true])
  for (const api of [other, author]) assert.deepEqual(await told(api), [false, false])
  assert.deepEqual(await told(await world.organisation()), [null, null])
  await did(author, `${one.path}/close`)
  assert.deepEqual(await told(asked), [true, null])
})

test('a survey is found by the words of its questions, in every language, by whoever may see it', async () => {
  const asking = {
    questions: [
      { id: 'note', type: 'statement', text: 'Zebra notes come first' },
      { id: 'calm', type: 'scale', text: 'I can work calmly, zebra' },
      {
        id: 'tools',
        type: 'matrix',
        text: 'How good are these?',
        rows: [
          { id: 'desk', text: 'My 100%_desk' },
          { id: 'chair', text: 'My "zebra" chair' },
        ],
      },
      {
        id: 'why',
        type: 'single_choice',
        text: 'Why?',
        options: [
          { id: 'a', text: 'Okapi' },
          { id: 'b', text: 'Other' },
        ],
      },
    ],
    language: 'en',
    translations: {
      de: {
        questions: {
          note: { text: 'Zebras zuerst' },
          calm: { text: 'Ich kann in Ruhe arbeiten' },
          tools: { rows: { chair: 'Mein Stuhl' } },
        },
      },
      fr: { title: 'Girafe' },
    },
  }
  const house = await newWorld()
  const herd = await house.team('Herd', 6)
  const owner = await house.user()
  const lead = await house.user({ role: 'member' })
  const draft = (more: object) => pulseDraft([herd.id], { ...asking, topic: undefined, ...more })
  const opened = async (body: object): Promise<void> => {
    const made = await owner.post('/api/pulses', body)
    await did(owner, `/api/pulses/${made.body.id}/open`)
  }
  await opened(draft({ title: 'Open to all' }))
  await opened(draft({ title: 'Hidden', visibility: 'private' }))
  const weekly = await owner.post('/api/check-ins', {
    ...draft({ title: 'Weekly' }),
    time_zone: 'Europe/Berlin',
    recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2090-01-02' },
  })
  assert.equal(weekly.status, 201, JSON.stringify(weekly.body))
  await did(owner, `/api/check-ins/${weekly.body.id}/activate`)
  const { check_in_instances: dates } = (await owner.get(`/api/check-ins/${weekly.body.id}/instances`)).body
  await did(owner, `/api/check-in-instances/${dates[0].id}/open`)
  await opened(pulseDraft([herd.id], { title: 'About zebras' }))
  const found = async (api: Client, q: string) =>
    (await list(api, `?q=${encodeURIComponent(q)}`)).surveys.map(({ title, matching_question: it }: any) => [
      title,
      it?.id ?? null,
      it?.text ?? null,
    ])
  const calm = ['calm', 'I can work calmly, zebra']
  assert.deepEqual(await found(owner, 'can WORK calmly'), [
    ['Weekly', ...calm],
    ['Hidden', ...calm],
    ['Open to all', ...calm],
  ])
  // The first in the order of the form, and none where the title alone has the words.
  assert.deepEqual(await found(lead, 'zebra'), [
    ['About zebras', null, null],
    ['Weekly', ...calm],
    ['Open to all', ...calm],
  ])
  const program = await house.organisation()
  for (const api of [lead, program]) {
    const titlesOf = async (q: string) => (await found(api, q)).map(([title]: string[]) => title)
    assert.deepEqual(await titlesOf('can work calmly'), ['Weekly', 'Open to all'])
    const { body } = await api.get('/api/surveys/counts?q=can%20work%20calmly')
    assert.equal(body.open, 2)
  }
  // Rows of a matrix are questions, letters of patterns are letters, and other languages are looked into.
  assert.deepEqual((await found(lead, '100%_d'))[0], ['Weekly', 'tools.desk', 'My 100%_desk'])
  assert.deepEqual(await found(lead, '1_0'), [])
  assert.deepEqual((await found(lead, '"zebra"'))[0], ['Weekly', 'tools.chair', 'My "zebra" chair'])
  assert.deepEqual((await found(lead, 'in ruhe'))[0], ['Weekly', 'calm', 'Ich kann in Ruhe arbeiten'])
  assert.deepEqual((await found(lead, 'stuhl'))[0], ['Weekly', 'tools.chair', 'Mein Stuhl'])
  // Neither what asks nothing nor what can be answered is a question, and another organisation has its own.
  for (const words of ['notes come', 'Zebras zuerst', 'okapi']) assert.deepEqual(await found(lead, words), [])
  assert.deepEqual(await titles(await world.user(), '?q=work%20calmly,'), [])
  assert.equal((await list(lead)).surveys[0].matching_question, null)
})

test('a cursor of other filters is refused', async () => {
  const mine = await world.user()
  for (const title of ['One', 'Two']) await pulse(mine, { title })
  const { next_cursor: cursor } = await list(mine, '?mine=true&limit=1')
  const { status, body } = await mine.get(`/api/surveys?limit=1&cursor=${encodeURIComponent(cursor)}`)
  assert.deepEqual([status, body.code], [400, 'invalid_cursor'])
})

test('teams are named to whoever sees them in the directory, and counted for everybody else', async () => {
  const near = await world.team('Near', 5, { email: false })
  const far = await world.team('Far', 5, { email: false })
  const { path } = await pulse(author, { title: 'Two teams', recipients: { team_ids: [far.id, near.id] } })
  await did(author, `${path}/open`)
  const audience = async (api: Client) => {
    const { teams, more_teams: more } = (await list(api, '?q=Two%20teams')).surveys[0].audience
    return [teams.map(({ name }: { name: string }) => name), more]
  }
  const stranger = await world.user({ role: 'member' })
  assert.deepEqual(await audience(stranger), [[], 2])
  const member = await world.user({ role: 'member' })
  await world.running.db.pool.query('update users set member_id = $1 where id = $2', [
    near.members[0],
    member.userId,
  ])
  assert.deepEqual(await audience(member), [['Near'], 1])
  assert.deepEqual(await audience(await world.user({ role: 'analyst' })), [['Far', 'Near'], 0])
  const reader = await world.organisation(['pulses:read'])
  assert.deepEqual(await audience(reader), [[], 2])
  const lister = await world.organisation(['pulses:read', 'teams:read'])
  assert.deepEqual(await audience(lister), [['Far', 'Near'], 0])
})

test('what was deleted is listed and counted for its author alone, until it is restored', async () => {
  const mine = await world.user()
  const others = [await world.user({ role: 'admin' }), await world.user({ role: 'member' })]
  const program = await world.organisation()
  const foreign = await (await newWorld()).user({ role: 'admin' })
  const spring = await pulse(mine, { title: 'Gone spring' })
  const autumn = await checkIn(mine, { title: 'Gone autumn' })
  await pulse(mine, { title: 'Gone nowhere' })
  await did(mine, `${spring.path}/open`)
  await did(mine, `${spring.path}/close`)
  await did(mine, `${autumn.path}/activate`)
  await did(mine, `${autumn.path}/end`)
  for (const { path } of [spring, autumn]) assert.equal((await mine.delete(path)).status, 204)

  const { surveys } = await list(mine, '?deleted=true')
  assert.deepEqual(
    surveys.map((one: any) => [one.id, one.kind, one.state, one.deleted_at]),
    [
      [autumn.id, 'check_in', 'archived', (await mine.get(autumn.path)).body.deleted_at],
      [spring.id, 'pulse', 'archived', (await mine.get(spring.path)).body.deleted_at],
    ],
  )
  assert.ok(Date.parse(surveys[0].deleted_at))
  assert.deepEqual(await titles(mine, '?deleted=true&kind=pulse'), ['Gone spring'])
  assert.deepEqual(await titles(mine, '?deleted=true&q=autumn'), ['Gone autumn'])
  const { surveys: standing } = await list(mine, '?mine=true')
  assert.deepEqual(
    standing.map((one: any) => [one.title, one.deleted_at]),
    [['Gone nowhere', null]],
  )
  const { deleted, archived, draft } = await counts(mine)
  assert.deepEqual([deleted, archived], [2, 0])
  assert.ok(draft >= 1)
  assert.equal((await counts(mine, '?q=spring')).deleted, 1)
  for (const api of [...others, program, foreign]) {
    assert.deepEqual(await titles(api, '?deleted=true'), [])
    assert.deepEqual([(await counts(api)).deleted, await titles(api, '?q=Gone%20spring')], [0, []])
  }

  await did(mine, `${spring.path}/restore`)
  assert.deepEqual(await titles(mine, '?deleted=true'), ['Gone autumn'])
  assert.deepEqual(await titles(mine, '?mine=true&phase=archived'), ['Gone spring'])
  assert.equal((await counts(mine)).deleted, 1)
})
