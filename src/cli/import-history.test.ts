/** Past surveys from the command line: tried, brought in, killed or interrupted in the middle and brought in again. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { newService, ownDatabase } from '../../test/faults/killable.ts'
import { newWorld } from '../../test/support/world.ts'
import { analyse } from '../analysis.ts'
import { many, sql } from '../db/db.ts'
import { date, int8, shape, text } from '../db/shape.ts'
import { Problem } from '../problem.ts'
import { configuration } from './configuration.ts'
import { open } from './open.ts'
import { type HistoryCommand, historyWords, importHistoryFile } from './import-history.ts'

const folder = await mkdtemp(join(tmpdir(), 'sonde-history-'))
after(() => rm(folder, { recursive: true, force: true }))

const file = async (name: string, text: string): Promise<string> => {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

/** `people` answers in each of the years. */
const surveys = (years: readonly number[], people: number): string =>
  `period,respondent,question,rating,scale,text\n${years
    .flatMap((year) =>
      Array.from(
        { length: people },
        (_, i) =>
          `${year},${i},load,${1 + ((i + year) % 5)},5,\n${year},${i},why,,,Too many meetings in team ${i % 7}\n`,
      ),
    )
    .join('')}`

suite('sonde import-history', () => {
  test('can be tried first, and is reported period by period', async () => {
    const world = await newWorld()
    const { db } = world.running
    const command: HistoryCommand = {
      organisation: world.organisationId,
      author: world.adminEmail,
      title: 'Engagement',
      unknownRespondents: 'pseudonyms',
      missingTeams: 'refuse',
      dryRun: false,
    }
    const seen: string[] = []
    const progress = (done: number, all: number, period: string): void =>
      void seen.push(`${done}/${all} ${period}`)
    const take = (path: string, more: Partial<HistoryCommand> = {}) =>
      importHistoryFile(db, path, {
        ...command,
        ...more,
        hooks: { analyse, progress },
        now: new Date(),
      })
    const refused = (path: string, more?: Partial<HistoryCommand>) =>
      take(path, more).then(
        () => assert.fail('was taken'),
        (error: Problem) => error.code,
      )

    const csv = await file('past.csv', surveys([2019, 2020], 6))
    const questions = await file(
      'questions.json',
      '{"load": {"text": "My workload is manageable", "driver": "workload"}}',
    )
    const tried = historyWords(await take(csv, { dryRun: true, questions }))
    assert.deepEqual(tried, [
      'load (scale): My workload is manageable',
      'why (text): why',
      '2019, 2019-01-01: created, 6 respondents',
      '2020, 2020-01-01: created, 6 respondents',
      'It would be: rows 24, instances created 2, instances unchanged 0, respondents 12, members matched 0, answers 24, teams created 0, left out 0',
    ])
    assert.deepEqual(seen, [])
    const { check_in_id: id } = await take(csv, { questions })
    assert.deepEqual(seen, ['1/2 2019', '2/2 2020'])
    assert.equal((await take(csv, { title: undefined, checkIn: id! })).instances_unchanged, 2)

    const broken = await file('broken.json', '{')
    assert.equal(await refused(csv, { questions: broken }), 'invalid_request')
    assert.equal(
      await refused(csv, { questions: await file('wrong.json', '{"a": {"type": "x"}}') }),
      'invalid_request',
    )
    assert.equal(await refused(csv, { checkIn: id! }), 'invalid_request')
    assert.equal(await refused(csv, { missingTeams: 'maybe' }), 'invalid_request')
    assert.equal(await refused(csv, { author: 'nobody@x.test' }), 'not_found')
    assert.equal(await refused(csv, { organisation: 'org_none' }), 'not_found')
    assert.equal(await refused(csv, { title: 'Other', mode: 'anonymous' }), 'unprocessable')
    assert.equal(await refused(join(folder, 'none.csv')), 'invalid_request')
  })

  for (const signal of ['SIGKILL', 'SIGINT'] as const)
    test(
      `ended by ${signal} in the middle it leaves whole instances, and a second run brings in the rest`,
      ownDatabase,
      async () => {
        const service = await newService({})
        let closing = async (): Promise<void> => {}
        try {
          const { organisation } = await service.sonde<{ organisation: { id: string } }>(
            'bootstrap --organisation Acme --admin ada@acme.test'.split(' '),
          )
          const years = Array.from({ length: 8 }, (_, i) => 2010 + i)
          const csv = await file('long.csv', surveys(years, 40))
          const words = [
            'import-history',
            csv,
            '--organisation',
            organisation.id,
            '--author',
            'ada@acme.test',
            '--title',
            'Long',
          ]
          const sonde = fileURLToPath(new URL('../../bin/sonde', import.meta.url))
          const env = { PATH: process.env.PATH, SONDE_DATA_DIR: service.dataDir, SONDE_LOG_LEVEL: 'error' }
          const child = spawn(process.execPath, [sonde, ...words], {
            env,
            stdio: ['ignore', 'ignore', 'pipe'],
          })
          const gone = new Promise<number | null>((ended) => child.once('close', ended))
          for await (const chunk of child.stderr) if (String(chunk).includes('3 of 8')) break
          child.kill(signal)
          const exitCode = await gone
          if (signal === 'SIGINT') {
            assert.equal(exitCode, 130)
            assert.ok(!service.databaseRuns(), 'the database is gone')
          }
          const { db, close } = await open(configuration({ SONDE_DATA_DIR: service.dataDir }))
          closing = close

          const whole = async () => {
            const rows = await many(
              db.tx,
              shape({ date, state: text, answers: int8, insights: int8 }),
              sql`
            select i.local_date as date, c.results_status as state,
                   (select count(*) from responses r where r.collection_id = c.id) as answers,
                   (select count(*) from insights n where n.collection_id = c.id) as insights
            from collections c
            left join check_in_instances i on i.collection_id = c.id
            order by i.local_date`,
            )
            for (const { date, state, answers, insights } of rows) {
              assert.deepEqual([state, answers], ['available', 40], date)
              assert.ok(insights > 0, date)
            }
            return rows.map(({ date }) => date)
          }
          const before = await whole()
          // An interrupted one may end more instances before its database closes.
          assert.ok(before.length >= 3 && before.length < (signal === 'SIGINT' ? 9 : 8), before.join(', '))
          const second = await service.sonde<any>(words)
          assert.deepEqual(
            [second.instances_created, second.instances_unchanged],
            [8 - before.length, before.length],
          )
          assert.deepEqual(
            await whole(),
            years.map((year) => `${year}-01-01`),
          )
        } finally {
          await closing()
          await service.end()
        }
      },
    )
})
