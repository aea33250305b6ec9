import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newDirectory, refused } from '../../test/support/directory.ts'

const july = { from: '2026-07-01', to: '2026-07-14' }
const nobody = 'mem_00000000000000000000000000'

test('adding and deleting an absence makes a new version of the member', async () => {
  const { api, member, events, reader } = await newDirectory({ at: '2026-06-01T12:00:00Z' })
  const ada = await member('Ada')
  const path = `/api/members/${ada.id}/absences`
  const { status, body } = await api.post(path, july)
  assert.deepEqual(
    [status, { ...body, id: '', created_at: '' }],
    [201, { id: '', member_id: ada.id, ...july, created_at: '' }],
  )
  assert.match(body.id, /^abs_/)
  const other = await api.post(path, { from: '2026-07-10', to: '2026-07-10' })
  assert.equal(other.status, 201)
  assert.deepEqual((await reader.get(path)).body.absences, [body, other.body])

  const { body: known } = await api.get(`/api/members/${ada.id}`)
  assert.equal(known.version, 3)
  assert.deepEqual(known.absences[0], { id: body.id, ...july })
  assert.equal((await api.delete(`${path}/${body.id}`)).status, 204)
  refused(404, 'not_found')(await api.delete(`${path}/${body.id}`))
  assert.deepEqual((await api.get(path)).body.absences, [other.body])
  assert.deepEqual(
    (await events()).map(({ type }) => type),
    ['member.created', 'member.updated', 'member.updated', 'member.updated'],
  )
})

test('replacing all absences keeps known ones, and the same list again changes nothing', async () => {
  const { api, member } = await newDirectory({ at: '2026-06-01T12:00:00Z' })
  const ada = await member('Ada')
  const path = `/api/members/${ada.id}/absences`
  const existing = (await api.post(path, july)).body
  await api.post(path, { from: '2026-08-01', to: '2026-08-02' })
  const wanted = [{ from: '2026-12-24', to: '2026-12-31' }, july, july]
  const first = await api.put(path, { absences: wanted })
  assert.deepEqual(
    first.body.absences.map(({ from }: { from: string }) => from),
    ['2026-07-01', '2026-07-01', '2026-12-24'],
  )
  assert.ok(first.body.absences.some(({ id }: { id: string }) => id === existing.id))
  const { version } = (await api.get(`/api/members/${ada.id}`)).body
  assert.deepEqual((await api.put(path, { absences: wanted })).body, first.body)
  assert.equal((await api.get(`/api/members/${ada.id}`)).body.version, version)
  assert.deepEqual((await api.put(path, { absences: [] })).body.absences, [])
})

test('invalid days are refused with a pointer to them', async () => {
  const { api, member, reader } = await newDirectory()
  const path = `/api/members/${(await member('Ada')).id}/absences`
  const backwards = { from: '2026-07-02', to: '2026-07-01' }
  refused(422, 'unprocessable', '/to')(await api.post(path, backwards))
  refused(422, 'unprocessable', '/absences/1/to')(await api.put(path, { absences: [july, backwards] }))
  refused(400, 'invalid_request', '/from')(await api.post(path, { from: '2026-02-30', to: '2026-03-01' }))
  refused(
    400,
    'invalid_request',
    '/from',
  )(await api.post(path, { from: '2026-07-01T00:00:00Z', to: '2026-07-02' }))
  refused(404, 'not_found')(await api.post(`/api/members/${nobody}/absences`, july))
  refused(404, 'not_found')(await api.get(`/api/members/${nobody}/absences`))
  refused(403, 'insufficient_scope')(await reader.post(path, july))
  assert.deepEqual((await api.get(path)).body.absences, [])
})

test('a member has at most a hundred absences, even when they are added at once', async () => {
  const { api, member } = await newDirectory()
  const path = `/api/members/${(await member('Ada')).id}/absences`
  const days = (count: number) => Array.from({ length: count }, () => july)
  refused(400, 'invalid_request')(await api.put(path, { absences: days(101) }))
  assert.equal((await api.put(path, { absences: days(97) })).status, 200)
  const replies = await Promise.all(days(8).map((one) => api.post(path, one)))
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [201, 201, 201, 422, 422, 422, 422, 422])
})

test('absences are paged in order of their first day', async () => {
  const { api, member } = await newDirectory()
  const path = `/api/members/${(await member('Ada')).id}/absences`
  const days = ['2026-07-05', '2026-07-01', '2026-07-03', '2026-07-01', '2026-07-04']
  await api.put(path, { absences: days.map((day) => ({ from: day, to: '2026-08-01' })) })
  const listed: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: { body: any } = await api.get(`${path}?limit=2${cursor && `&cursor=${cursor}`}`)
    listed.push(...body.absences.map((one: { from: string }) => one.from))
    cursor = body.next_cursor
  }
  assert.deepEqual(listed, days.toSorted())
})

test('a member lists absences of today and later, by their own calendar', async () => {
  const { api, member } = await newDirectory({ at: '2026-06-30T23:30:00Z' })
  const [west, east] = [
    await member('West', { time_zone: 'America/Los_Angeles' }),
    await member('East', { time_zone: 'Asia/Tokyo' }),
  ]
  for (const { id } of [west, east]) {
    await api.put(`/api/members/${id}/absences`, {
      absences: [
        { from: '2026-06-01', to: '2026-06-29' },
        { from: '2026-06-20', to: '2026-06-30' },
        ...Array.from({ length: 25 }, () => july),
      ],
    })
  }
  const absencesOf = async ({ id }: { id: string }) => (await api.get(`/api/members/${id}`)).body.absences
  assert.deepEqual([(await absencesOf(west)).length, (await absencesOf(west))[0].to], [20, '2026-06-30'])
  assert.deepEqual((await absencesOf(east))[0].to, july.to)
})
