/** Measures get records of how texts were analysed, and no text: whatever they keep, no words are in it but those that several people write. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { driverIds } from '../../contract/drivers.ts'
import { type Client, eventually, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { only, sql, transaction } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { collections } from '../db/tables.ts'
import { readLanguages, subtopicIds } from '../text/text.ts'
import { foldLive } from './live.ts'
import { releaseTexts, type TextMeasure } from './texts.ts'

let world: World
let author: Client

before(async () => {
  world = await newWorld()
  author = await world.user()
})

const text = (index: number): string =>
  `Too many meetings, ${index} a day, and Person 3 should please plan fewer. The tools are terrible.`

/** Twelve of fourteen answered. */
async function asked(mode: string): Promise<{ ref: CollectionRef; path: string }> {
  const team = await world.team(`Measured ${mode}`, 14)
  const draft = pulseDraft([team.id], { confidentiality: { mode } })
  const { body } = await author.post('/api/pulses', draft)
  const path = `/api/pulses/${body.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  for (const [index, { url }] of (await links(author, path)).slice(0, 12).entries()) {
    const answers = [
      { question_id: 'calm', value: 3 },
      { question_id: 'why', text: text(index) },
    ]
    assert.equal((await world.anyone.post(new URL(url).pathname, { answers })).status, 201)
  }
  const collection = await only(
    world.running.db.tx,
    shapeOf(collections, ['id']),
    sql`select id from collections where owner_id = ${body.id}`,
  )
  return { ref: { organisationId: world.organisationId, collectionId: collection.id }, path }
}

/** Keeps everything that it is given. */
function keeper(): { measure: TextMeasure<number>; kept: unknown[] } {
  const kept: unknown[] = []
  const values: TextMeasure<number>['values'] = (people) => {
    kept.push(...people)
    return people.map(() => 1)
  }
  const measure: TextMeasure<number> = {
    name: 'keeper',
    threshold: 'comment',
    within: ['question:why'],
    questions: ['why'],
    values,
    figures: (ones) => ({ n: ones.length }),
    alone: () => ({ n: 1 }),
  }
  return { measure, kept }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value instanceof Map) return [...value].flatMap(stringsIn)
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(stringsIn)
  return []
}

const known = new Set<string>([
  ...driverIds,
  ...readLanguages,
  ...subtopicIds,
  ...'why empty unsupported_language unknown_language'.split(' '),
  ...'negative neutral positive declared text context'.split(' '),
  ...'nothing_wrong lost missed wish'.split(' '),
])

/** What is said of a driver, after its id, in most of the texts. */
function isSaidBySeveral(one: string): boolean {
  const [driver, phrase] = one.split('|')
  return (
    driverIds.some((id) => id === driver) && phrase !== undefined && text(1).toLowerCase().includes(phrase)
  )
}

function isWithoutWords(kept: readonly unknown[]): void {
  assert.ok(kept.length >= 11, `${kept.length} people`)
  const strings = stringsIn(kept)
  assert.ok(strings.includes('meetings_process') && strings.includes('tools'))
  assert.deepEqual(
    strings.filter((one) => !known.has(one) && !isSaidBySeveral(one)),
    [],
  )
  assert.equal(JSON.stringify(strings).toLowerCase().includes('person'), false)
  // Nothing but what is in plain data: no function that would fetch a text.
  assert.deepEqual(structuredClone(kept), kept)
}

test('a measure of a closed survey gets no text', async () => {
  const { ref, path } = await asked('confidential')
  assert.equal((await author.post(`${path}/close`)).status, 200)
  await eventually(
    () => author.get(`${path}/results`),
    (reply) => reply.body.results_status === 'available',
  )
  const { measure, kept } = keeper()
  const why = { id: 'why', type: 'text', text: 'What got in the way?' } as const
  await transaction(world.running.db.tx, (tx) =>
    releaseTexts(tx, ref, { asked: [why], questions: [why], seed: 1 }, [measure]),
  )
  isWithoutWords(kept)
})

test('a measure of an open attributed survey gets no text', async () => {
  const { ref } = await asked('attributed')
  const { measure, kept } = keeper()
  const questions = [{ id: 'why', type: 'text', text: 'What got in the way?' } as const]
  await transaction(world.running.db.tx, (tx) => foldLive(tx, ref, { questions, measures: [measure] }))
  isWithoutWords(kept)
})
