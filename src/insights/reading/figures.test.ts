/** Figures, windows and trends over HTTP. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { newStory, type Story } from '../../../test/support/story.ts'

let story: Story

before(async () => {
  story = await newStory()
})

suite('figures', () => {
  test('a score has a favourable share, an interval, and the number of people who skipped it', async () => {
    const { scores } = await story.read('scores', `?check_in_instance_id=${story.instanceIds[2]}`)
    const [all] = scores
    assert.deepEqual(all.scope.team_id, null)
    const [load] = all.questions
    assert.equal(load.n, 25)
    assert.equal(load.skipped, 0)
    assert.equal(load.favourable.from, 4)
    const four = load.distribution.find(({ value }: any) => value === 4).count
    assert.equal(load.favourable.share, Number((four / 25).toFixed(3)))
    assert.ok(load.interval[0] < load.mean && load.mean < load.interval[1])
    assert.match(load.method.name, /interval 95%/)
  })

  test('a figure has one interval, wherever it is read', async () => {
    const { scores } = await story.read('scores', `?check_in_instance_id=${story.last}`)
    const [all] = scores
    const { trends } = await story.read('trends', `?check_in_id=${story.checkInId}`)
    const { body } = await story.program.get(
      `/api/insights?check_in_instance_id=${story.last}&everyone=true&limit=200`,
    )
    let drawn = 0
    for (const { question_id: id, interval, method } of all.questions) {
      const series = trends[0].series.find((one: any) => one.question_id === id && one.measure === 'score')
      const point = series.points.find((one: any) => one.check_in_instance_id === story.last)
      const insight = body.insights.find(
        ({ kind, scope }: any) => ['driver', 'score'].includes(kind) && scope.question_id === id,
      )
      assert.deepEqual([point.interval, insight.interval], [interval, interval])
      if (method.name.includes('bootstrap')) drawn++
    }
    assert.ok(drawn > 0)
  })

  test('insights are listed of everyone alone, or of one team', async () => {
    const teamsOf = async (query: string): Promise<Set<string | null>> => {
      const path = `/api/insights?check_in_instance_id=${story.last}&limit=200${query}`
      const { status, body } = await story.program.get(path)
      assert.equal(status, 200, JSON.stringify(body))
      return new Set(body.insights.map(({ scope }: any) => scope.team_id))
    }
    assert.deepEqual(await teamsOf('&everyone=true'), new Set([null]))
    assert.ok((await teamsOf('&everyone=false')).has(story.teams.inner.id))
    assert.deepEqual(await teamsOf(`&team_id=${story.teams.inner.id}`), new Set([story.teams.inner.id]))
  })

  test('people who skip eNPS are not in n, and are counted as skipped', async () => {
    const { enps } = await story.read('enps', `?check_in_instance_id=${story.last}`)
    const [{ questions: told }] = enps
    assert.equal(told[0].n + told[0].skipped, 25)
    assert.ok(told[0].skipped > 0)
    const share = (from: number, to: number): number =>
      told[0].distribution
        .filter(({ value }: any) => value >= from && value <= to)
        .reduce((sum: number, { count }: any) => sum + count, 0) / told[0].n
    assert.equal(told[0].enps, Math.round(100 * (share(9, 10) - share(0, 6))))
  })

  test('a team is compared with the rest of the team above and with everybody else', async () => {
    const { scores } = await story.read(
      'scores',
      `?check_in_instance_id=${story.last}&team_id=${story.teams.inner.id}`,
    )
    const [{ questions: told }] = scores
    const { n, compared } = told[0]
    assert.deepEqual(
      compared.map((one: any) => [one.comparison, one.n]),
      [
        ['parent', 25 - n],
        ['organisation', 25 - n],
      ],
    )
  })

  test('a driver has its scale and its text side by side, and whether they agree', async () => {
    const { drivers } = await story.read('drivers', `?check_in_instance_id=${story.instanceIds[0]}`)
    const workload = drivers[0].drivers.find(({ driver }: any) => driver === 'workload')
    assert.equal(workload.scale[0].n, 25)
    assert.ok(workload.text.people >= 23)
    assert.equal(workload.agreement, 'agree')
  })

  test('the level of a driver is what the report says of it', async () => {
    const query = `?check_in_instance_id=${story.last}`
    const { drivers, window } = await story.read('drivers', `${query}&limit=200`)
    assert.equal(window, null)
    let levels = 0
    for (const { scope, drivers: figures } of drivers)
      for (const { driver, level } of figures) {
        if (level === null) continue
        levels++
        const insight = (await story.author.get(`/api/insights/${level.insight_id}`)).body
        const { question_id: _question, team_name: name, ...place } = insight.scope
        assert.equal(name === null, scope.team_id === null)
        assert.deepEqual([insight.kind, insight.subject, place], ['level', driver, scope])
        assert.deepEqual([insight.value.state, insight.value.times], [level.state, level.times])
      }
    assert.ok(levels > 0)
    const whole = await story.read('drivers', `?check_in_id=${story.checkInId}`)
    for (const { level } of whole.window.figures) assert.equal(level, null)
  })

  test('requests are counted where the question asks what to improve', async () => {
    const { sentiment } = await story.read('sentiment', `?check_in_instance_id=${story.last}`)
    const [told] = sentiment[0].questions
    assert.equal(told.intent, 'improve')
    assert.ok(told.requests.people >= 23 && told.requests.people < told.n)
  })

  test('a hidden team that is asked for says where its answers are counted, and nothing else', async () => {
    const unasked = (await story.world.team('Unasked', 11)).id
    const { small } = story.teams
    for (const list of ['scores', 'enps', 'sentiment', 'drivers', 'themes', 'participation', 'trends']) {
      assert.deepEqual((await story.read(list, `?team_id=${unasked}`))[list], [], list)
      const entries = (await story.read(list, `?team_id=${small.id}`))[list]
      if (list === 'trends') assert.deepEqual(entries, [])
      for (const { scope, title: _title, closed_at: _closed, released_at: _released, ...told } of entries) {
        assert.equal(scope.team_id, small.id)
        const { suppressed, counted_in, ...figures } = told
        assert.equal(suppressed, true, list)
        assert.ok(counted_in === null || counted_in === story.teams.top.id, `${list} ${counted_in}`)
        const [figure] = Object.values(figures)
        assert.ok(figure === null || (Array.isArray(figure) && figure.length === 0), JSON.stringify(figures))
      }
      // Without the team's id it is in no list.
      const all = (await story.read(list, '?limit=200'))[list]
      assert.ok(all.every(({ scope }: any) => scope.team_id !== small.id))
    }
  })

  test('pages follow one another without a gap or a repeat', async () => {
    const whole = (await story.read('scores', '?limit=200')).scores
    const paged: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await story.read('scores', `?limit=3${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
      assert.ok(page.scores.length <= 3)
      paged.push(...page.scores)
      cursor = page.next_cursor
    }
    assert.deepEqual(paged, whole)
    assert.ok(whole.length >= 10)
  })
})

suite('windows', () => {
  test('a window adds up what each instance shows, and has no interval', async () => {
    const { window, scores } = await story.read('scores', `?check_in_id=${story.checkInId}`)
    assert.deepEqual([window.instances, window.shown, window.team_id], [5, 5, null])
    const everyone = scores.filter(({ scope }: any) => scope.team_id === null)
    const ns = everyone.map(({ questions: [load] }: any) => load.n)
    assert.equal(
      window.figures[0].n,
      ns.reduce((a: number, b: number) => a + b),
    )
    assert.equal(window.figures[0].interval, null)
  })

  test('from and to select instances by when they closed', async () => {
    const from = '2026-10-19T00:00:00Z'
    const to = '2026-11-02T00:00:00Z'
    const { window, participation } = await story.read(
      'participation',
      `?check_in_id=${story.checkInId}&from=${from}&to=${to}`,
    )
    assert.equal(window.instances, 2)
    assert.deepEqual(
      [...new Set(participation.map(({ scope }: any) => scope.check_in_instance_id))],
      story.instanceIds.slice(1, 3).toReversed(),
    )
    assert.deepEqual([window.figures[0].recipients, window.figures[0].responded], [54, 50])
  })
})

suite('trends', () => {
  test('a score that rises for five weeks is a trend, one that stays is not', async () => {
    const { trends } = await story.read('trends', `?check_in_id=${story.checkInId}`)
    const [all] = trends
    const of = (measure: string) => all.series.find((one: any) => one.measure === measure)
    assert.equal(of('score').points.length, 5)
    assert.deepEqual(
      of('score').points.map((point: any) => point.check_in_instance_id),
      story.instanceIds,
    )
    assert.deepEqual(
      ['score', 'enps', 'sentiment', 'participation'].map((measure) => [of(measure).min, of(measure).max]),
      [
        [1, 5],
        [-100, 100],
        [-1, 1],
        [0, 1],
      ],
    )
    assert.equal(of('score').verdict, 'rising')
    assert.match(of('score').statement, /has been rising over 5 instances/)
    const german = await story.read('trends', `?check_in_id=${story.checkInId}&language=de`)
    const { statement } = german.trends[0].series.find((one: any) => one.measure === 'score')
    assert.match(statement, /^Der Wert von „.+“ steigt seit 5 Durchgängen, um etwa 0,\d+ je Durchgang\.$/)
    assert.equal(of('enps').verdict, 'no clear trend')
  })

  test('three instances are too few', async () => {
    const { trends } = await story.read('trends', `?check_in_id=${story.checkInId}&to=2026-10-27T00:00:00Z`)
    for (const { verdict, slope, p } of trends[0].series) {
      assert.equal(verdict, 'too few instances')
      assert.deepEqual([slope, p], [null, null])
    }
  })
})
