import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { newWorld } from '../../test/support/world.ts'
import { encodingFor } from './encoding.ts'

test('the smallest form that is accepted is sent', () => {
  const [plain, br, gzip] = ['plain', 'br', 'gzip'].map((text) => Buffer.from(text))
  const file = { plain, br, gzip }
  const cases: [string | undefined, string | null][] = [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['BR', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
    ['', null],
    [undefined, null],
  ]
  for (const [accepted, encoding] of cases)
    assert.equal(encodingFor(file, accepted).encoding, encoding, String(accepted))
  assert.equal(encodingFor({ ...file, br: undefined, gzip: undefined }, 'br, gzip').body, plain)
})

test('a long reply of the API is compressed as the caller accepts it, a short one and one with an entity tag are not', async () => {
  const world = await newWorld()
  const author = await world.user()
  await world.team('Compressed', 5)
  const draft = await author.post('/api/pulses', {
    title: 'Long',
    topic: 'length',
    questions: Array.from({ length: 20 }, (_, at) => ({
      id: `q${at}`,
      type: 'text',
      text: `Question number ${at} of many`,
    })),
    recipients: { team_ids: [], member_ids: [] },
  })
  const read = (
    path: string,
    accepted?: string,
  ): Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${author.token}`,
        ...(accepted && { 'accept-encoding': accepted }),
      }
      get(world.url + path, { headers }, (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(pieces) }))
      }).on('error', reject)
    })
  const list = '/api/members'
  const plain = await read(list)
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(plain.headers.vary, 'accept-encoding')
  for (const [accepted, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { headers, body } = await read(list, accepted)
    assert.equal(headers['content-encoding'], accepted)
    assert.equal(headers['content-length'], String(body.length))
    assert.ok(body.length < plain.body.length / 2, `${body.length} of ${plain.body.length}`)
    assert.equal(String(unpack(body)), String(plain.body))
  }
  const [short, tagged] = [await read('/api/teams', 'br'), await read(`/api/pulses/${draft.body.id}`, 'br')]
  assert.equal(short.headers['content-encoding'], undefined)
  assert.ok(tagged.headers.etag !== undefined && tagged.body.length > 1400)
  assert.equal(tagged.headers['content-encoding'], undefined)
})

test('scripts and styles are sent without comments and indentation, and no line of a script begins within a text', async () => {
  const { url } = await newWorld()
  for (const name of ['respond.js', 'visit.css']) {
    const sent = await (await fetch(`${url}/assets/${name}`)).text()
    assert.ok(sent.length > 1000, name)
    assert.doesNotMatch(sent, /^[ \t]|\n\n|^\/[*/]/m, name)
  }
  for (const file of globSync('web/{consent,docs,outbox,respond}/*.js'))
    for (const line of readFileSync(file, 'utf8').split('\n'))
      assert.ok(line.split('`').length % 2 === 1, `${file}: ${line}`)
})
