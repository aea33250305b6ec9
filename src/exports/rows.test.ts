/** Rows of exports, page by page and in files, are what the API gives the same caller, and nothing else. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { parquetReadObjects } from 'hyparquet'
import { columnsOf } from '../../contract/export-rows.ts'
import { datasetNames, datasets, narrowingOf } from '../../contract/exports.ts'
import { scopeNames, scopes } from '../../contract/scopes.ts'
import { exporting, linesOf, listed, rowsOf } from '../../test/support/exporting.ts'
import { cellsOf } from '../../test/support/sheets.ts'
import { unzip } from '../../test/support/zip.ts'
import { analysed, newStory, type Story } from '../../test/support/story.ts'
import { type Client, client } from '../../test/support/world.ts'
import { createApplicationFor } from '../oauth/oauth.ts'

let story: Story
let url: string
const { fileOf } = exporting(() => url)

const expiresAt = new Date('2027-10-11T12:00:00Z')
const organisationScopes = scopeNames.filter((scope) => scopes[scope].organisation)

before(async () => {
  story = await newStory()
  url = story.world.url
})

/** Two readers of everything, somebody who may read what is shared alone, and programs of all teams and of one. */
async function callers(): Promise<[string, Client][]> {
  const { world, program, author, colleague, teams } = story
  const member = await world.user({ role: 'member' })
  const as = async (options: Parameters<typeof world.token>[0]) =>
    client(url, await world.token({ expiresAt, ...options }))
  const ofInner = await newApplication([teams.inner.id])
  return [
    ['program', program],
    ['author', author],
    ['colleague', colleague],
    ['member', await as({ userId: member.userId, scopes: scopeNames })],
    ['program of one team', await as({ scopes: organisationScopes, applicationId: ofInner })],
  ]
}

const newApplication = (resultsTeams: string[] | null = null): Promise<string> => {
  const { organisationId, running } = story.world
  const draft = { name: 'Warehouse', scopes: organisationScopes, results_team_ids: resultsTeams }
  return running.db.transaction(async (tx) => {
    const owner = { organisationId, userId: null }
    return (await createApplicationFor(tx, owner, draft, running.clock!.now())).id
  })
}

/** Closed: one that is private, and one whose results are the author’s alone. */
async function pulsesOfTheAuthor(): Promise<string[]> {
  const answering = story.teams.top.members
  const choices = [
    { visibility: 'private' },
    { confidentiality: { mode: 'confidential', results_audience: 'managers' } },
  ]
  const ids: string[] = []
  for (const choice of choices) {
    const id = await story.attributedPulse(answering, choice)
    assert.equal((await story.author.post(`/api/pulses/${id}/close`)).status, 200)
    await analysed(story.author, `/api/pulses/${id}/results`)
    ids.push(id)
  }
  return ids
}

suite('rows are what the API gives the same caller', () => {
  test('results, with hidden teams hidden in the same way', async () => {
    const owners = [
      ...story.instanceIds.map((id) => ['check_in_instance_id', `/api/check-in-instances/${id}`] as const),
      ...(await pulsesOfTheAuthor()).map((id) => ['pulse_id', `/api/pulses/${id}`] as const),
    ]
    const seen = { shown: 0, hidden: 0, refused: 0, unseen: 0 }
    for (const [who, api] of await callers()) {
      const rows = await rowsOf(api, 'results')
      for (const [column, path] of owners) {
        const own = rows.filter((row) => row[column] === path.split('/').at(-1))
        const results = await api.get(`${path}/results`)
        if (results.status !== 200) {
          assert.deepEqual(own, [], who)
          seen[results.body.code === 'results_not_shared' ? 'refused' : 'unseen']++
          continue
        }
        const { questions, teams } = results.body
        const groups: [string | null, any][] = [
          [null, { questions }],
          ...teams.map((team: any): [string, any] => [team.team_id, team]),
        ]
        assert.deepEqual(
          new Set(own.map(({ team_id }) => team_id)),
          new Set(groups.map(([team]) => team)),
          who,
        )
        for (const [team, figures] of groups) {
          const ofTeam = own.filter((row) => row.team_id === team)
          const hidden = (row: any) => [row.suppressed, row.counted_in, row.counted_in_name, row.value, row.n]
          const nameOf = (id: string) => teams.find((one: any) => one.team_id === id)?.name ?? null
          const told = (one: any) => [
            true,
            one.counted_in === null ? 'everyone' : (one.counted_in ?? null),
            nameOf(one.counted_in),
            null,
            null,
          ]
          if (!figures.questions) {
            assert.deepEqual(ofTeam.map(hidden), [told(figures)], who)
            seen.hidden++
            continue
          }
          for (const figure of figures.questions) {
            const ofQuestion = ofTeam.filter((row) => row.question_id === figure.id)
            if (figure.suppressed) {
              assert.deepEqual(ofQuestion.map(hidden), [told(figure)], who)
              continue
            }
            const by = (measure: string) => ofQuestion.filter((row) => row.measure === measure)
            assert.deepEqual(
              by('answers').map(({ value }) => value),
              [figure.n],
              who,
            )
            assert.deepEqual(by('mean')[0]?.value, figure.mean ?? undefined, who)
            assert.deepEqual(by('enps')[0]?.value, figure.enps, who)
            assert.deepEqual(
              by('count').map(({ option, value }) => [option, value]),
              (figure.distribution ?? []).map(({ value, count }: any) => [String(value), count]),
              who,
            )
            assert.ok(
              ofQuestion.every(({ banded }) => banded === (figure.banded ?? false)),
              who,
            )
            seen.shown++
          }
        }
      }
    }
    assert.ok(
      Object.values(seen).every((count) => count > 0),
      JSON.stringify(seen),
    )
  })

  test('figures, participation, insights, actions and comments', async () => {
    for (const [who, api] of await callers()) {
      const figures = await rowsOf(api, 'figures')
      const measured = (measure: string) =>
        figures
          .filter((row) => row.measure === measure)
          .map((row) => [
            row.check_in_instance_id,
            row.team_id,
            row.question_id,
            row.n,
            row.value,
            row.low,
            row.high,
            row.banded,
            row.closed_at,
            row.released_at,
          ])
      const ofList = async (list: string, valueOf: (figure: any) => number, of = (figure: any) => figure) =>
        (await listed(api, `/api/insights/${list}?limit=200`))[list].flatMap((entry: any) =>
          entry.questions
            .filter(of)
            .map((one: any) => [
              entry.scope.check_in_instance_id ?? null,
              entry.scope.team_id,
              one.question_id,
              one.n,
              valueOf(of(one)),
              ...(of(one).interval ?? [null, null]),
              one.banded ?? false,
              entry.closed_at,
              entry.released_at,
            ]),
        )
      assert.deepEqual(measured('score'), await ofList('scores', ({ mean }) => mean), who)
      const favourable = await ofList(
        'scores',
        ({ share }) => share,
        (one) => one.favourable,
      )
      assert.deepEqual(measured('favourable'), favourable, who)
      assert.deepEqual(measured('enps'), await ofList('enps', ({ enps }) => enps), who)
      assert.deepEqual(measured('sentiment'), await ofList('sentiment', ({ mean }) => mean), who)
      const { themes } = await listed(api, '/api/insights/themes?limit=200')
      assert.deepEqual(
        figures
          .filter(({ measure }) => measure === 'theme')
          .map(({ team_id, theme, n, value, low, high }) => [team_id, theme, n, value, low, high]),
        themes.flatMap((entry: any) =>
          entry.themes.map((one: any) => [
            entry.scope.team_id,
            one.label,
            one.n,
            one.share,
            ...(one.interval ?? [null, null]),
          ]),
        ),
        who,
      )
      const { participation } = await listed(api, '/api/insights/participation?limit=200')
      assert.deepEqual(
        (await rowsOf(api, 'participation')).map((row) =>
          ['team_id', 'recipients', 'responded', 'n', 'value', 'low', 'high', 'closed_at'].map(
            (name) => row[name],
          ),
        ),
        participation.map(({ scope, closed_at, participation: figure }: any) => [
          scope.team_id,
          figure.recipients,
          figure.responded,
          figure.n,
          figure.response_rate,
          ...(figure.interval ?? [null, null]),
          closed_at,
        ]),
        who,
      )
      assert.ok(![...figures, ...participation].some((row) => row.team_id === story.teams.small.id), who)
      const { insights } = await listed(api, '/api/insights?limit=200')
      assert.deepEqual(
        (await rowsOf(api, 'insights'))
          .filter(({ state }) => state === 'ready')
          .map((row) => [row.insight_id, row.statement, row.n, row.low, row.high, row.superseded_by])
          .slice(0, insights.length),
        insights.map(({ id, statement, n, interval, superseded_by }: any) => [
          id,
          statement,
          n,
          ...(interval ?? [null, null]),
          superseded_by,
        ]),
        who,
      )
      const { actions } = await listed(api, '/api/actions?limit=200')
      assert.deepEqual(
        (await rowsOf(api, 'actions')).map(({ action_id, priority }) => [action_id, priority]),
        actions.map(({ id, priority }: any) => [id, priority]),
        who,
      )
      const comments = (await rowsOf(api, 'comments')).filter(
        (row) => row.check_in_instance_id === story.last,
      )
      const results = await api.get(`/api/check-in-instances/${story.last}/results`)
      const commentsOf = (team: string | null, questions: any[] = []) =>
        questions.flatMap(({ comments: texts = [] }) => texts.map((text: string) => [team, text]))
      assert.deepEqual(
        comments.map(({ team_id, comment }) => [team_id, comment]).toSorted(),
        results.status === 200
          ? [
              ...commentsOf(null, results.body.questions),
              ...results.body.teams.flatMap((team: any) => commentsOf(team.team_id, team.questions)),
            ].toSorted()
          : [],
        who,
      )
    }
  })

  test('page by page the rows are the same, and since a time those that are newer', async () => {
    for (const dataset of ['collections', 'results', 'figures', 'insights', 'teams', 'audit'] as const) {
      const all = await rowsOf(story.program, dataset)
      assert.ok(all.length > 2, dataset)
      const few = await rowsOf(story.program, dataset, `limit=${Math.ceil(all.length / 3)}`)
      // Reading the log for the first time on a day is recorded in it.
      assert.deepEqual(few.slice(0, all.length), all, dataset)
      const times = all.map(({ released_at }) => released_at).toSorted()
      const since = times[Math.floor(times.length / 2)]
      const newer = await rowsOf(story.program, dataset, `limit=1000&released_since=${since}`)
      assert.deepEqual(
        newer.slice(0, all.filter(({ released_at }) => released_at >= since).length),
        all.filter(({ released_at }) => released_at >= since),
        dataset,
      )
    }
    const page = (dataset: string, query: string) =>
      story.program.get(`/api/exports/${dataset}/rows?${query}`)
    const { next_cursor: cursor } = (await page('figures', 'limit=1')).body
    for (const reply of [
      await page('results', `cursor=${cursor}`),
      await page('figures', `cursor=${cursor}&released_since=2026-01-01T00:00:00Z`),
      await page('figures', 'cursor=MA.0000000000000000'),
    ])
      assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_cursor'])
  })

  test('narrowed to a survey or a team they are those of it, in lists and in files', async () => {
    const { program } = story
    const results = await rowsOf(program, 'results')
    for (const name of ['pulse_id', 'check_in_id', 'team_id'] as const) {
      const wanted: string = results.find((row) => row[name])[name]
      for (const dataset of datasetNames) {
        const path = `/api/exports/${dataset}/rows?limit=1000&${name}=${wanted}`
        if (!(name in narrowingOf(dataset))) {
          assert.equal((await program.get(path)).status, 400, dataset)
          continue
        }
        const all = await rowsOf(program, dataset)
        const some = all.filter((row) => row[name] === wanted)
        assert.deepEqual(await rowsOf(program, dataset, `${name}=${wanted}`), some, `${dataset} ${name}`)
      }
      const refused = await program.post('/api/exports', {
        dataset: 'audit',
        format: 'csv',
        filter: { [name]: wanted },
      })
      assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, `/filter/${name}`])
    }
    const { pulse_id, team_id } = results.find((row) => row.pulse_id && row.team_id)
    const filter = { pulse_id, team_id }
    const { bytes } = await fileOf(program, { dataset: 'results', format: 'jsonl', filter })
    const both = results.filter((row) => row.pulse_id === pulse_id && row.team_id === team_id)
    assert.ok(both.length > 0 && both.length < results.length)
    assert.deepEqual(linesOf(bytes), both)
  })

  test('in files, of every format, and of one caller as of another', async () => {
    for (const [who, api] of await callers()) {
      const { bytes, type } = await fileOf(api, { dataset: 'results', format: 'jsonl' })
      assert.equal(type, 'application/jsonl; charset=utf-8')
      assert.deepEqual(linesOf(bytes), await rowsOf(api, 'results'), who)
    }
    const { program } = story
    const rows = await rowsOf(program, 'figures')
    const { bytes } = await fileOf(program, { dataset: 'figures', format: 'csv', gzip: true })
    const records: Record<string, string>[] = parse(gunzipSync(bytes), { columns: true })
    const asText = (value: unknown): string => (value === null ? '' : String(value))
    assert.deepEqual(
      records.map((record) => ({ ...record })),
      rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asText(value)])),
      ),
    )
    for (const dataset of datasetNames) {
      const file = await fileOf(program, { dataset, format: 'csv' })
      const head: string[][] = parse(file.bytes, { to: 1 })
      assert.deepEqual(
        head[0],
        columnsOf(datasets[dataset]).map(({ name }) => name),
      )
    }
    assert.equal(
      linesOf(
        (
          await fileOf(program, {
            dataset: 'figures',
            format: 'jsonl',
            filter: { released_since: '2030-01-01T00:00:00Z' },
          })
        ).bytes,
      ).length,
      0,
    )
  })

  test('Parquet has typed columns and nulls, and a workbook numbers, truth values and texts', async () => {
    const { program } = story
    const name = '=1+1 & <b>"ü"</b>'
    assert.equal((await program.post('/api/teams', { name })).status, 201)
    for (const dataset of ['results', 'teams', 'figures'] as const) {
      const rows = await rowsOf(program, dataset)
      const columns = columnsOf(datasets[dataset])
      const { bytes } = await fileOf(program, { dataset, format: 'parquet' })
      const file = Uint8Array.from(bytes).buffer
      const read = await parquetReadObjects({ file })
      // The reader gives instants as dates, which hold milliseconds.
      const asRead = (value: any, type: string) =>
        type === 'instant' && value !== null ? new Date(value) : value
      assert.deepEqual(
        read,
        rows.map((row) =>
          Object.fromEntries(columns.map((column) => [column.name, asRead(row[column.name], column.type)])),
        ),
        dataset,
      )
      const sheet = unzip((await fileOf(program, { dataset, format: 'xlsx' })).bytes)[
        'xl/worksheets/sheet1.xml'
      ]
      assert.deepEqual(cellsOf(sheet), [
        columns.map((column) => column.name),
        ...rows.map((row) => columns.map((column) => row[column.name])),
      ])
    }
  })

  test('an empty dataset is a file with columns and no rows', async () => {
    const draft = { dataset: 'results', filter: { released_since: '2030-01-01T00:00:00Z' } }
    const { bytes } = await fileOf(story.program, { ...draft, format: 'parquet' })
    assert.deepEqual(await parquetReadObjects({ file: Uint8Array.from(bytes).buffer }), [])
    const sheet = unzip((await fileOf(story.program, { ...draft, format: 'xlsx' })).bytes)
    assert.equal(sheet['xl/worksheets/sheet1.xml'].split('<row>').length, 2)
  })
})
