/**
 * How much PostgreSQL works for a search in the words of questions: as much as there is in the organisation that is searched, however much others
 * have. Work is counted in rows and in blocks, which are the same on every machine.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atEndOf } from '../../test/support/endings.ts'
import { countingDb } from '../../test/support/handled-rows.ts'
import { freshDatabase } from '../../test/support/start.ts'
import type { OrganisationActor } from '../actor.ts'
import { containing } from '../db/db.ts'
import { bootstrap } from '../identity/identity.ts'
import { newId } from '../ids.ts'
import { countSurveys, listSurveys, type SurveyFilter } from './store.ts'

const questions = Array.from({ length: 8 }, (_, at) => ({
  id: `q${at}`,
  type: 'scale',
  text: `How was part ${at} of the week?`,
}))
const german = Object.fromEntries(questions.map(({ id }) => [id, { text: `Wie war Teil ${id} der Woche?` }]))
const translations = { de: { questions: german } }

const [few, many] = [40, 2_000]
let serial = 0
const growthMax = 1.3
/** One level of an index more. */
const blocksMax = 2

test('a search in questions reads the surveys of its organisation alone, whatever the planner knows', async () => {
  const db = await countingDb(await freshDatabase())
  atEndOf('file', () => db.close())
  const newHouse = async (count: number): Promise<string> => {
    const name = `House ${++serial}`
    const { organisation, admin } = await db.transaction((tx) =>
      bootstrap(tx, { organisation: name, admin: `admin-${serial}@test.example` }, new Date()),
    )
    await db.pool.query(
      `insert into pulses (organisation_id, id, author_user_id, title, visibility, questions, translations, recipients, confidentiality,
         channels, auto_close, tags, metadata, state, created_at, updated_at)
       select $1, id, $2, 'Week', 'public', $3, $4, '{"team_ids": []}', '{"mode": "anonymous"}', '{email}', false, '{}', '{}', 'draft',
         now(), now()
       from unnest($5::text[]) id`,
      [
        organisation.id,
        admin.id,
        JSON.stringify(questions),
        JSON.stringify(translations),
        Array.from({ length: count }, () => newId('pulse')),
      ],
    )
    return organisation.id
  }
  const searched = await newHouse(few)
  const look = async (words: string, found: number) => {
    const q = containing(words)
    const actor: OrganisationActor = {
      kind: 'organisation',
      organisationId: searched,
      applicationId: newId('application'),
      scopes: new Set(['pulses:read'] as const),
    }
    const filter: SurveyFilter = { kind: null, phase: null, q, mine: false, deleted: false }
    db.takeCounts()
    db.takeBlocks()
    const paging = { limit: 25, after: null, filter: '' }
    const listed = await listSurveys(db.tx, actor, { ...filter, named: { kind: 'all' } }, paging)
    assert.equal(listed.length, Math.min(found, paging.limit + 1))
    const counted = await countSurveys(db.tx, actor, { kind: null, q, mine: false })
    assert.deepEqual(
      counted.map(({ count }) => count),
      found === 0 ? [] : [found],
    )
    const rows = [...db.takeCounts().values()].reduce((sum, each) => sum + each, 0)
    return { rows, blocks: db.takeBlocks() }
  }
  for (const [text, found] of Object.entries({ 'Teil q7 der': few, 'nobody asks this': 0 })) {
    const alone = await look(text, found)
    await newHouse(many)
    for (const analysed of [false, true]) {
      if (analysed) await db.pool.query('analyze')
      const beside = await look(text, found)
      const told = JSON.stringify({ alone, beside })
      assert.ok(alone.rows > few && beside.rows < growthMax * alone.rows, told)
      assert.ok(beside.blocks < blocksMax * alone.blocks, told)
    }
  }
})
