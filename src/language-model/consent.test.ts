/** What is sent to a language model, and when: only with consent, only after the promise named it, only what everyone may read. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { startIssuer } from '../../test/support/issuer.ts'
import { many, run, sql } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { auditEvents, phrasings as phrasingsTable } from '../db/tables.ts'
import { scopeNames } from '../../contract/scopes.ts'
import { newPeopledWorld } from '../../test/support/people.ts'
import { startApp } from '../../test/support/start.ts'
import {
  client,
  type Client,
  eventually,
  links,
  newWorld,
  pulseDraft,
  type World,
} from '../../test/support/world.ts'
import { honestly, type Model, startModel } from '../../test/support/language-model.ts'
import { comments } from '../../test/support/trial.ts'

let model: Model
let world: World
let admin: Client
let author: Client
let teamId: string
let host: string
let idp: Awaited<ReturnType<typeof startIssuer>>

const organisation = '/api/organisation'
const phrasingRow = shapeOf(phrasingsTable, ['collection_id', 'outcome', 'due_at', 'attempts'])
const phrasings = () =>
  many(
    world.running.db.tx,
    phrasingRow,
    sql`select ${phrasingRow.columns} from phrasings where organisation_id = ${world.organisationId}`,
  )
const detailRow = shapeOf(auditEvents, ['detail'])

/** Opens a pulse. @returns functions that answer and close it, and read it */
async function opened() {
  const { body: pulse } = await author.post('/api/pulses', pulseDraft([teamId]))
  const path = `/api/pulses/${pulse.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  return {
    path,
    promise: async () => (await author.get(`${path}/confidentiality`)).body,
    close: async (people = 24, text = (i: number) => comments[i]) => {
      for (const [i, { url }] of (await links(author, path)).slice(0, people).entries()) {
        const answers = [
          { question_id: 'calm', value: 1 + (i % 5) },
          { question_id: 'why', text: text(i) },
        ]
        assert.equal((await world.anyone.post(new URL(url).pathname, { answers })).status, 201)
      }
      assert.equal((await author.post(`${path}/close`)).status, 200)
      await eventually(
        async () => (await author.get(`${path}/results`)).body.results_status,
        (status) => status === 'available' || status === 'insufficient',
      )
      return (await insightsOf(pulse.id)) as any[]
    },
    insights: () => insightsOf(pulse.id),
  }
}

const insightsOf = async (id: string): Promise<any[]> =>
  (await author.get(`/api/insights?pulse_id=${id}&limit=200`)).body.insights

const settle = () => world.running.app.due.settle()

test('an organisation cannot agree to a language model that the operator has not set up', async () => {
  const none = { SONDE_LANGUAGE_MODEL_URL: '', SONDE_LANGUAGE_MODEL: '', SONDE_LANGUAGE_MODEL_KEY: '' }
  const own = await newPeopledWorld({ env: none })
  const { status, body } = await own.admin.patch(organisation, { language_model: true })
  assert.deepEqual([status, body.errors[0].code], [422, 'not_set_up'])
  assert.equal((await own.admin.get(organisation)).body.language_model, false)
  assert.equal((await own.admin.patch(organisation, { language_model: false })).status, 200)
  const translations = await own.admin.patch(organisation, { translation_model: true })
  assert.deepEqual(
    [translations.status, translations.body.errors[0].code, translations.body.errors[0].pointer],
    [422, 'not_set_up', '/translation_model'],
  )
})

suite('a language model with consent', () => {
  before(async () => {
    model = await startModel(honestly)
    host = new URL(model.provider.url).host
    idp = await startIssuer()
    const running = await startApp({
      at: new Date().toISOString(),
      env: {
        ...idp.env,
        SONDE_LANGUAGE_MODEL_URL: model.provider.url,
        SONDE_LANGUAGE_MODEL_KEY: 'secret',
        SONDE_LANGUAGE_MODEL: 'test-1',
      },
    })
    world = await newWorld({ running })
    const email = world.adminEmail
    admin = client(running.url, await idp.token({ sub: email, email, email_verified: true, name: email }))
    const { userId } = await world.user()
    const token = await world.token({ userId, scopes: scopeNames, expiresAt: new Date('2100-01-01') })
    author = client(running.url, token)
    teamId = (await world.team('Platform', 24)).id
  })

  after(async () => {
    await Promise.all([idp.close(), model.close()])
  })

  test('without consent nothing is sent, and no promise names a model', async () => {
    const pulse = await opened()
    assert.equal((await pulse.promise()).language_model, null)
    await pulse.close()
    await settle()
    assert.deepEqual([model.asked.length, await phrasings()], [0, []])
  })

  test('an admin agrees to the host that the operator has set up, and the audit log records it', async () => {
    const before = await opened()
    const { status, body } = await admin.patch(organisation, { language_model: true })
    assert.deepEqual([status, body.language_model, body.language_model_host], [200, true, host])
    const [row] = await many(
      world.running.db.tx,
      detailRow,
      sql`
        select detail
        from audit_events
        where organisation_id = ${world.organisationId}
          and action = 'organisation.updated'`,
    )
    assert.deepEqual(row.detail, { fields: ['language_model'], language_model: { from: null, to: host } })

    const told = (await before.promise()).language_model
    await before.close()
    await settle()
    assert.deepEqual([told, model.asked.length], [null, 0], 'collections that opened before are never sent')
  })

  test('the promise names the model, and only comments that everyone may read are sent, redacted, after close', async () => {
    const pulse = await opened()
    const promise = await pulse.promise()
    assert.equal(promise.language_model, host)
    assert.ok(promise.details.some((line: string) => line.includes(`language model at ${host}`)))
    const [link] = await links(author, pulse.path)
    const page = await (
      await fetch(link.url, { headers: { accept: 'text/html', 'accept-language': 'de' } })
    ).text()
    assert.ok(page.includes(host), 'the answer page says so')
    const found = await pulse.close(24, (i) =>
      i === 0
        ? 'Ask ada@x.test or Person Platform 3 why meetings take so long'
        : i === 1
          ? 'I was harassed by my boss and want to die'
          : comments[i],
    )
    assert.ok(!found.some(({ kind }) => kind === 'summary'))
    await settle()
    const sent = model.asked
      .filter(({ kind }) => kind === 'proposal')
      .flatMap(({ answers }) => answers.map(({ text }) => text))
    const results = (await author.get(`${pulse.path}/results`)).body
    const shown = results.questions.find(({ id }: any) => id === 'why').comments
    assert.ok(sent.length > 20 && sent.every((text) => shown.includes(text)))
    assert.ok(!sent.some((text) => /ada@|Platform 3|harassed/.test(text)))
    const all = JSON.stringify(model.asked.map(({ body }) => body))
    assert.ok(!all.includes(world.organisationId) && !all.includes(teamId) && !all.includes('mem_'))

    const after = await pulse.insights()
    const summary = after.find(({ kind }) => kind === 'summary')
    assert.deepEqual(summary.value, {
      sentences: ['Slow builds and many meetings keep people from work.'],
      labelled_by: { provider: host, model: 'test-1', prompt_version: '1' },
    })
    const others = (list: any[]) =>
      list
        .filter(({ kind }) => kind !== 'summary')
        .map(({ id }) => id)
        .toSorted()
    assert.deepEqual(others(after), others(found), 'all other findings stay')
    const [asked] = await many(
      world.running.db.tx,
      detailRow,
      sql`select detail from audit_events where organisation_id = ${world.organisationId} and action = 'language_model.asked'`,
    )
    assert.deepEqual(asked.detail, { provider: host, model: 'test-1', prompt_version: '1', questions: 1 })
  })

  test('the words stay when insights are computed again', async () => {
    const pulse = await opened()
    await pulse.close()
    await settle()
    const before = await pulse.insights()
    assert.ok(before.some(({ kind }) => kind === 'summary'))
    const again = await author.post('/api/insights/recompute', { pulse_id: pulse.path.split('/').at(-1) })
    assert.deepEqual(
      [again.status, again.body.added, again.body.superseded],
      [200, 0, 0],
      JSON.stringify(again.body),
    )
    assert.deepEqual(await pulse.insights(), before)
  })

  test('comments that may not be shown are not sent', async () => {
    model.asked.length = 0
    const pulse = await opened()
    await pulse.close(8)
    await settle()
    assert.equal(model.asked.length, 0)
  })

  test('a model that fails is asked three times, and results never wait for it', async () => {
    model.asked.length = 0
    model.speak = (_asked, response) => void response.writeHead(503).end()
    const pulse = await opened()
    const found = await pulse.close()
    for (let i = 0; i < 4; i++) {
      await settle()
      world.running.clock!.advance(601_000)
    }
    assert.equal(model.asked.length, 3)
    assert.deepEqual(await pulse.insights(), found)
    assert.deepEqual((await phrasings()).map(({ outcome, due_at }) => [outcome, due_at]).at(-1), [
      'status 503',
      null,
    ])
    model.speak = honestly
  })

  test('a request whose worker dies is taken by another worker when its lease ends', async () => {
    model.asked.length = 0
    const pulse = await opened()
    await pulse.close()
    // As a killed worker leaves it: claimed, and not ended.
    await run(
      world.running.db.tx,
      sql`
        update phrasings
        set due_at = due_at + interval '15 minutes',
            attempts = 1
        where organisation_id = ${world.organisationId}
          and due_at is not null`,
    )
    await settle()
    assert.equal(model.asked.length, 0)
    world.running.clock!.advance(900_000)
    await settle()
    assert.ok((await pulse.insights()).some(({ kind }) => kind === 'summary'))
  })

  test('withdrawn consent holds at once, also for collections that opened before', async () => {
    model.asked.length = 0
    const pulse = await opened()
    assert.equal((await admin.patch(organisation, { language_model: false })).body.language_model, false)
    await pulse.close()
    await settle()
    assert.equal(model.asked.length, 0)
    assert.equal((await (await opened()).promise()).language_model, null)
  })

  test('deleting a pulse deletes its words', async () => {
    const before = (await phrasings()).length
    assert.ok(before > 0)
    const { body } = await author.get('/api/pulses?state=closed&limit=50')
    for (const { id } of body.pulses) assert.equal((await author.delete(`/api/pulses/${id}`)).status, 204)
    world.running.clock!.advance(31 * 86_400_000)
    await settle()
    assert.deepEqual(await phrasings(), [])
  })
})
