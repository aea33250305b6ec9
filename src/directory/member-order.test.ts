/** Lists of members in an order: by when they were added, by name and by e-mail address, both ways, page by page. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { before, suite, test } from 'node:test'
import { memberSorts, type MemberSort } from '../../contract/members.ts'
import { newDirectory, refused } from '../../test/support/directory.ts'

suite('the order of a list', () => {
  let directory: Awaited<ReturnType<typeof newDirectory>>
  const added = ['Zoe', 'Åse', 'anna', 'Özil', 'Ole', 'Anna', 'Łucja', 'Ole']
  const byName = ['anna', 'Anna', 'Åse', 'Łucja', 'Ole', 'Ole', 'Özil', 'Zoe']
  /** Of those in `added`. */
  const addresses = [
    'b@acme.test',
    null,
    'C@acme.test',
    'a@acme.test',
    'e@acme.test',
    null,
    'd@acme.test',
    null,
  ]
  const byEmail = ['Özil', 'Zoe', 'anna', 'Łucja', 'Ole', 'Åse', 'Anna', 'Ole']
  const expected: Record<MemberSort, readonly string[]> = {
    created_at: added,
    '-created_at': added.toReversed(),
    name: byName,
    '-name': byName.toReversed(),
    email: byEmail,
    '-email': byEmail.toReversed(),
  }
  let ids: string[]
  before(async () => {
    directory = await newDirectory()
    ids = []
    for (const [at, name] of added.entries())
      ids.push((await directory.member(name, { email: addresses[at] })).id)
    // Another organisation, whose people stand in none of the lists.
    await (await newDirectory()).member('Mia', { email: 'mia@other.test' })
  })

  const page = (query: string) => directory.api.get(`/api/members?${query}`)

  for (const sort of memberSorts)
    test(`members are listed by ${sort}, whole and in pages of any size, each once`, async () => {
      const whole = await page(`sort=${sort}`)
      assert.equal(whole.status, 200)
      assert.deepEqual(
        whole.body.members.map(({ name }: { name: string }) => name),
        expected[sort],
      )
      const order = whole.body.members.map(({ id }: { id: string }) => id)
      assert.deepEqual(order.toSorted(), ids.toSorted())
      for (const limit of [1, 2, 3, 5]) {
        const seen: string[] = []
        for (let cursor = ''; ;) {
          const { body } = await page(`sort=${sort}&limit=${limit}${cursor}`)
          seen.push(...body.members.map(({ id }: { id: string }) => id))
          if (!body.has_more) break
          cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
        }
        assert.deepEqual(seen, order, `pages of ${limit}`)
      }
    })

  test('without a sort the list is by when they were added', async () => {
    assert.deepEqual((await page('')).body.members, (await page('sort=created_at')).body.members)
  })

  test('a filter keeps the order', async () => {
    const { body } = await page('sort=-name&q=an')
    assert.deepEqual(
      body.members.map(({ name }: { name: string }) => name),
      ['Anna', 'anna'],
    )
  })

  test('a cursor belongs to its order, and one that was made up is refused', async () => {
    const { next_cursor: cursor } = (await page('sort=name&limit=2')).body
    refused(400, 'invalid_cursor')(await page(`sort=-name&limit=2&cursor=${cursor}`))
    refused(400, 'invalid_cursor')(await page(`limit=2&cursor=${cursor}`))
    refused(400, 'invalid_request', '/sort')(await page('sort=external_id'))
    const filter = `directory of ${directory.world.organisationId}?[["sort","name"]]`
    for (const position of ['mem_1', '[1,2]', '["a"]', 'null', '{}', '[]', '["\\u0000","a"]']) {
      const seal = hash('sha256', `sonde cursor 1\n${filter}\n${position}`, 'base64url').slice(0, 16)
      const madeUp = `${Buffer.from(position).toString('base64url')}.${seal}`
      refused(400, 'invalid_cursor')(await page(`sort=name&cursor=${madeUp}`))
    }
  })

  test('the longest name still has a next page', async () => {
    const { api, member } = await newDirectory()
    const longest = '🦉'.repeat(200)
    await member(longest)
    const last = await member('🦊')
    const first = (await api.get('/api/members?sort=name&limit=1')).body
    assert.equal(first.members[0].name, longest)
    const next = await api.get(`/api/members?sort=name&limit=1&cursor=${first.next_cursor}`)
    assert.deepEqual(
      next.body.members.map(({ id }: { id: string }) => id),
      [last.id],
    )
  })
})

suite('what is found', () => {
  test('without_team lists those who are in no team, with those who have left theirs', async () => {
    const { api, team, member } = await newDirectory()
    const sales = await team('Sales')
    const old = await team('Old')
    await member('Ada', { team_ids: [sales.id] })
    const grace = await member('Grace')
    const linus = await member('Linus', { team_ids: [old.id] })
    const edsger = await member('Edsger', { team_ids: [sales.id] })
    await api.delete(`/api/teams/${old.id}`)
    await api.delete(`/api/members/${edsger.id}`)
    const found = async (query: string): Promise<string[]> =>
      (await api.get(`/api/members?${query}`)).body.members.map(({ id }: { id: string }) => id)
    assert.deepEqual(await found('without_team=true'), [grace.id, linus.id])
    assert.deepEqual(await found('without_team=true&status=deactivated'), [edsger.id])
    assert.deepEqual(await found('without_team=true&sort=-name'), [linus.id, grace.id])
    assert.deepEqual(await found(`without_team=true&team_id=${sales.id}`), [])
    assert.equal((await found('without_team=false')).length, 3)
    const { people_count, without_team_count } = (await api.get('/api/teams/tree')).body
    assert.deepEqual([people_count, without_team_count], [3, 2])
  })

  test('a search finds an external_id that is written out, and no part of one', async () => {
    const { api, member } = await newDirectory()
    const ada = await member('Ada', { external_id: 'hr-17' })
    await member('Grace', { external_id: 'hr-171' })
    const found = async (q: string): Promise<string[]> =>
      (await api.get(`/api/members?q=${q}`)).body.members.map(({ id }: { id: string }) => id)
    assert.deepEqual(await found('hr-17'), [ada.id])
    assert.deepEqual(await found('hr-1'), [])
  })
})
