/**
 * The warehouse of examples/warehouse, as its guide says: exports by the command line into DuckDB, models and tests over them. Its figures
 * are those of the API for the same caller, what the API hides is hidden in it, and what comes twice is there once.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { test, type TestContext } from 'node:test'
import { scopeNames, scopes } from '../../contract/scopes.ts'
import { createApplicationFor } from '../../src/oauth/oauth.ts'
import { programOf, runCommand } from '../support/command.ts'
import { dbtProject } from '../support/dbt-project.ts'
import { duckDb, type Query, withoutDuckDb } from '../support/duck-db.ts'
import { listed } from '../support/exporting.ts'
import { analysed, newStory, type Story } from '../support/story.ts'
import { type Client, client } from '../support/world.ts'

const folder = resolve(import.meta.dirname, '../../examples/warehouse')
const project = dbtProject(folder)
const query = await duckDb()
const skip = query === null && `NOT TESTED: the warehouse of examples/warehouse (${withoutDuckDb})`
const organisationScopes = scopeNames.filter((scope) => scopes[scope].organisation)

/** Without DuckDB as well, so that the text of the example is read everywhere. */
test('the example’s models have nothing that its test could not run', async () => {
  const asked: string[] = []
  const found = await (async () => {
    const none: Query = async (sql) => {
      asked.push(sql)
      return []
    }
    await project.run(none)
    return project.test(none)
  })()
  assert.ok(asked.length > 15)
  assert.ok('hidden_stays_hidden' in found && 'unique driver_scores.driver_score_id' in found)
})

async function ofOneTeam({ world, teams }: Story): Promise<Client> {
  const draft = { name: 'Warehouse', scopes: organisationScopes, results_team_ids: [teams.inner.id] }
  const { id } = await world.running.db.transaction((tx) =>
    createApplicationFor(
      tx,
      { organisationId: world.organisationId, userId: null },
      draft,
      world.running.clock!.now(),
    ),
  )
  const expiresAt = new Date('2027-10-11T12:00:00Z')
  return client(world.url, await world.token({ scopes: organisationScopes, applicationId: id, expiresAt }))
}

type Row = Record<string, string | null>

/** A warehouse in a file that goes with the test. */
async function warehouseOf(t: TestContext, { url }: { url: string }) {
  const own = await mkdtemp(join(tmpdir(), 'sonde-warehouse-'))
  t.after(() => rm(own, { recursive: true, force: true }))
  const path = join(own, 'warehouse.duckdb')
  const env = {
    PATH: [dirname(programOf('sonde')), dirname(process.execPath), process.env.PATH].join(delimiter),
    SONDE_URL: url,
    SONDE_CONFIG_DIR: own,
  }
  return {
    /** @returns what it says of each table */
    async load({ token }: Client, ...words: string[]): Promise<string[]> {
      const end = await runCommand([...words, path], {
        env: { ...env, SONDE_TOKEN: token ?? '' },
        program: join(folder, 'load.js'),
      })
      assert.equal(end.code, 0, end.err)
      return end.out.trimEnd().split('\n')
    },
    /** With the file open: DuckDB lets one process alone write it. */
    async within<T>(work: (query: Query) => Promise<T>): Promise<T> {
      assert.ok(query)
      await query(`attach '${path}' as warehouse`)
      await query('use warehouse')
      try {
        return await work(query)
      } finally {
        await query('use memory')
        await query('detach warehouse')
      }
    },
  }
}

const scoresOver = (query: Query): Promise<Row[]> =>
  query('from driver_scores_over_time order by driver_score_id')

/** @param how  `anew` is dbt’s --full-refresh */
async function modelled(query: Query, how?: 'anew'): Promise<Row[]> {
  await project.run(query, how)
  const failures = Object.entries(await project.test(query)).filter(([, rows]) => rows > 0)
  assert.deepEqual(failures, [])
  return scoresOver(query)
}

const numbered = (value: string | null): number | null => (value === null ? null : Number(value))

const figureOf = (row: Row) => [
  row.survey_id,
  row.team_id,
  row.question_id,
  row.driver,
  ...[row.n, row.value, row.low, row.high].map(numbered),
]

const sorted = <T>(rows: readonly T[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted()

async function assertSameAsApi(
  rows: readonly Row[],
  api: Client,
  { instanceIds, teams }: Story,
): Promise<void> {
  const { scores } = await listed(api, '/api/insights/scores?limit=200')
  assert.deepEqual(
    sorted(rows.filter((row) => row.is_shown === 'true').map(figureOf)),
    sorted(
      scores.flatMap(({ scope, questions }: any) =>
        questions
          .filter(({ driver }: any) => driver !== null)
          .map((one: any) => [
            scope.check_in_instance_id ?? scope.pulse_id,
            scope.team_id,
            one.question_id,
            one.driver,
            one.n,
            one.mean,
            ...one.interval,
          ]),
      ),
    ),
  )
  for (const id of instanceIds) {
    const { questions, teams: groups } = await listed(api, `/api/check-in-instances/${id}/results`)
    for (const { team_id, questions: figures = [] } of [{ team_id: null, questions }, ...groups]) {
      const { mean = null } = figures.find((one: any) => one.id === 'load') ?? {}
      const row = rows.find((one) => one.survey_id === id && one.team_id === team_id)
      assert.equal(numbered(row?.value ?? null), mean, `${id} ${team_id}`)
    }
  }
  const hidden = rows.filter((row) => row.team_id === teams.small.id)
  assert.ok(hidden.length > 0)
  assert.deepEqual(
    hidden.filter((row) => row.is_shown === 'true' || row.value !== null || row.response_rate !== null),
    [],
  )
}

test(
  'figures are those of the API for each caller, and loading again adds nothing twice',
  { skip },
  async (t) => {
    const story = await newStory()
    const warehouse = await warehouseOf(t, story.world)
    await warehouse.load(story.program)
    const first = await warehouse.within(modelled)
    await assertSameAsApi(first, story.program, story)
    assert.ok(first.some((row) => row.team_id === story.teams.inner.id && row.is_shown === 'true'))

    const again = await warehouse.load(story.program)
    assert.match(again[0], /^figures: [1-9]\d* came, [1-9]\d* in the warehouse$/)
    assert.deepEqual(await warehouse.within(modelled), first)

    const pulse = await story.attributedPulse(story.teams.top.members)
    assert.equal((await story.author.post(`/api/pulses/${pulse}/close`)).status, 200)
    await analysed(story.author, `/api/pulses/${pulse}/results`)
    await warehouse.load(story.program)
    const more = await warehouse.within(modelled)
    await assertSameAsApi(more, story.program, story)
    const isNew = (row: Row) => row.survey_id === pulse
    assert.deepEqual(
      more.filter((row) => !isNew(row)),
      first,
    )
    assert.ok(more.some((row) => isNew(row) && row.is_shown === 'true'))

    const narrow = await ofOneTeam(story)
    await warehouse.load(narrow, '--full')
    const seen = await warehouse.within((open) => modelled(open, 'anew'))
    await assertSameAsApi(seen, narrow, story)
    assert.deepEqual(
      new Set(seen.filter((row) => row.is_shown === 'true').map((row) => row.team_id)),
      new Set([story.teams.inner.id]),
    )
  },
)
