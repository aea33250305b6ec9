/** What the tools give: the figures of the API for the same caller, and no others. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { scopeNames, scopes } from '../../contract/scopes.ts'
import { type Agent, agentOf } from '../../test/support/agent.ts'
import { newStory, type Story } from '../../test/support/story.ts'
import { type Client, client } from '../../test/support/world.ts'
import { createApplicationFor } from '../oauth/oauth.ts'

let story: Story
let url: string

before(async () => {
  story = await newStory()
  url = story.world.url
})

const tokenOf = ({ token }: Client): string => {
  assert.ok(token)
  return token
}

/** What one caller reads by the tools and by the API. */
type Reader = { who: string; api: Client; agent: Agent }

async function readers(): Promise<Reader[]> {
  const expiresAt = new Date('2027-10-11T12:00:00Z')
  const member = await story.world.user({ role: 'member' })
  const token = await story.world.token({ userId: member.userId, scopes: scopeNames, expiresAt })
  const draft = {
    name: 'Dashboard of Platform',
    scopes: scopeNames.filter((scope) => scopes[scope].organisation),
    results_team_ids: [story.teams.inner.id],
  }
  const { organisationId, running } = story.world
  const { id: applicationId } = await running.db.transaction((tx) =>
    createApplicationFor(tx, { organisationId, userId: null }, draft, running.clock!.now()),
  )
  const ofTeam = await story.world.token({ applicationId, scopes: draft.scopes, expiresAt })
  const callers: [string, Client][] = [
    ['program', story.program],
    ['program of one team', client(url, ofTeam)],
    ['author', story.author],
    ['colleague', story.colleague],
    ['member', client(url, token)],
  ]
  return Promise.all(
    callers.map(async ([who, api]) => ({ who, api, agent: await agentOf(url, tokenOf(api)) })),
  )
}

test('every figure of every tool is the figure of the API for the same caller', async () => {
  const seen = {
    shown: 0,
    hidden: 0,
    enps: 0,
    sentiment: 0,
    participation: 0,
    text: 0,
    intervals: 0,
    rates: 0,
  }
  for (const { who, api, agent } of await readers()) {
    const list = async (what: string, query: string): Promise<any> => {
      const { status, body } = await api.get(`/api/insights${what}?limit=200&${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    for (const team of [undefined, story.teams.top.id, story.teams.inner.id, story.teams.small.id]) {
      const collection = story.last
      const about = `check_in_instance_id=${collection}${team ? `&team_id=${team}` : ''}`
      const of = (entries: any[]): any => entries.find(({ scope }) => scope.team_id === (team ?? null))
      const given = { collection, ...(team && { team }) }
      const label = `${who} ${team ?? 'everyone'}`

      const scores = of((await list('/scores', about)).scores)
      const before = of(
        (
          await list(
            '/scores',
            `check_in_instance_id=${story.instanceIds[3]}${team ? `&team_id=${team}` : ''}`,
          )
        ).scores,
      )
      const load = scores?.questions.find((one: any) => one.question_id === 'load')
      const compared = await agent.call('compare', {
        ...given,
        measure: 'score',
        question_id: 'load',
        other_collection: story.instanceIds[3],
      })
      const figureOf = (figure: any, value = 'mean') =>
        figure
          ? { shown: true, value: figure[value], n: figure.n, interval: figure.interval }
          : { shown: false, value: null, n: null, interval: null }
      for (const [measure, path, question_id, value] of [
        ['enps', 'enps', 'recommend', 'enps'],
        ['sentiment', 'sentiment', 'more', 'mean'],
        ['participation', 'participation', undefined, 'response_rate'],
      ] as const) {
        const entry = of((await list(`/${path}`, about))[path])
        const figure = question_id
          ? entry?.questions.find((one: any) => one.question_id === question_id)
          : entry?.participation
        const { figures } = await agent.call('compare', { ...given, measure, question_id })
        const same = { collection, team_id: team ?? null, ...figureOf(figure, value) }
        assert.deepEqual(figures, [same, same], `${label}: ${measure}`)
        if (figure) seen[measure]++
      }
      const expected = [
        { collection, team_id: team ?? null, ...figureOf(load) },
        {
          collection: story.instanceIds[3],
          team_id: team ?? null,
          ...figureOf(before?.questions.find((one: any) => one.question_id === 'load')),
        },
      ]
      assert.deepEqual(compared.figures, expected, label)
      seen[load ? 'shown' : 'hidden']++

      const people = of((await list('/participation', about)).participation)?.participation ?? null
      const summary = await agent.call('summarise_results', given)
      assert.deepEqual(
        summary.participation,
        people && {
          recipients: people.recipients,
          responded: people.responded,
          responded_max: people.responded_max,
          response_rate: people.response_rate,
        },
        label,
      )
      const { insights } = await list('', about)
      for (const [at, { insight_id, n, statement }] of summary.findings.entries()) {
        const insight = insights.find(({ id }: any) => id === insight_id)
        assert.deepEqual([n, statement.text], [insight.n, insight.statement], label)
        if (at > 1) continue
        const explained = await agent.call('explain_finding', { insight_id })
        assert.deepEqual(
          [explained.n, explained.interval, explained.statement.text],
          [insight.n, insight.interval, insight.statement],
          label,
        )
        if (insight.interval) seen.intervals++
      }

      const drivers = of((await list('/drivers', about)).drivers)?.drivers ?? []
      const ranked = (await agent.call('rank_drivers', given)).drivers
      assert.deepEqual(
        ranked.map(({ driver }: any) => driver).toSorted(),
        drivers.map(({ driver }: any) => driver).toSorted(),
        label,
      )
      for (const { driver, scale, text } of ranked) {
        const listed = drivers.find((one: any) => one.driver === driver)
        assert.deepEqual(
          scale.map(({ mean, n, favourable }: any) => [mean, n, favourable]),
          listed.scale.map(({ mean, n, favourable }: any) => [mean, n, favourable?.share ?? null]),
          label,
        )
        const words = listed.text && [listed.text.people, listed.text.n, listed.text.negative]
        assert.deepEqual(text && [text.people, text.n, text.negative], words, label)
        if (words) seen.text++
      }

      const trends = (
        await list('/trends', `check_in_id=${story.checkInId}${team ? `&team_id=${team}` : ''}`)
      ).trends
      const trend = await agent.call('show_trend', {
        check_in_id: story.checkInId,
        measure: 'score',
        ...(team && { team }),
      })
      const series = of(trends)?.series.filter(({ measure }: any) => measure === 'score') ?? []
      assert.deepEqual(
        trend.series.map(({ points }: any) => points.map(({ value, n }: any) => [value, n])),
        series.map(({ points }: any) => points.map(({ value, n }: any) => [value, n])),
        label,
      )

      const results = await api.get(`/api/check-in-instances/${collection}/results`)
      const comments = await agent.call('read_comments', { ...given, question_id: 'more' })
      if (results.status !== 200) assert.equal(comments.refused.code, results.body.code, label)
      else {
        const questions = team
          ? (results.body.teams.find(({ team_id }: any) => team_id === team)?.questions ?? [])
          : results.body.questions
        const released = questions.find(({ id }: any) => id === 'more')?.comments
        assert.deepEqual(
          comments.comments.map(({ text }: any) => text),
          (released ?? []).slice(0, 20),
          label,
        )
        assert.equal(comments.shown, released !== undefined, label)
      }
    }
    const { actions } = (await api.get('/api/actions?limit=20')).body
    const next = await agent.call('next_actions')
    assert.deepEqual(
      next.actions.map(({ id, priority, effect }: any) => [id, priority, effect]),
      actions.map(({ id, priority, effect }: any) => [id, priority, effect?.verdict ?? null]),
      who,
    )
    for (const { collection, recipients, response_rate } of (await agent.call('find_collections'))
      .collections) {
      const listed = await api.get(`/api/check-in-instances/${collection}`)
      assert.equal(listed.status, 200, JSON.stringify(listed.body))
      const summary = listed.body.response_summary
      assert.deepEqual([recipients, response_rate], [summary.recipients, summary.response_rate], who)
      if (response_rate !== null) seen.rates++
    }
    await agent.close()
  }
  for (const [what, times] of Object.entries(seen)) assert.ok(times > 0, `${what}: ${JSON.stringify(seen)}`)
})

test('a difference is given where the report tells it, and nowhere else', async () => {
  const agent = await agentOf(url, tokenOf(story.program))
  const [before, last] = story.instanceIds.slice(-2)
  const compare = (more: Record<string, unknown>) => agent.call('compare', { collection: last, ...more })
  const told = await compare({ measure: 'score', question_id: 'load', other_collection: before })
  const insight = (await story.program.get(`/api/insights/${told.difference.insight_id}`)).body
  const change = insight.evidence.find(({ comparison }: any) => comparison === 'previous')
  assert.equal(told.difference.value, change.difference)
  assert.equal(told.why, null)
  const same = await compare({ measure: 'enps', question_id: 'recommend', other_collection: before })
  assert.deepEqual([same.difference, same.why], [null, 'chance_could_explain_it'])
  const longAgo = await compare({
    measure: 'score',
    question_id: 'load',
    other_collection: story.instanceIds[0],
  })
  assert.deepEqual([longAgo.difference, longAgo.why], [null, 'not_tested'])
  // It was the same in every instance: the value does not tell which of them was meant.
  const sameLongAgo = await compare({
    measure: 'enps',
    question_id: 'recommend',
    other_collection: story.instanceIds[0],
  })
  assert.deepEqual([sameLongAgo.difference, sameLongAgo.why], [null, 'not_tested'])
  const { top, inner, small } = story.teams
  const teams = await compare({
    measure: 'score',
    question_id: 'load',
    team: top.id,
    other_team: inner.id,
  })
  assert.deepEqual([teams.difference, teams.why], [null, 'not_tested'])
  const hidden = await compare({ measure: 'participation', team: small.id, other_team: inner.id })
  assert.deepEqual([hidden.difference, hidden.why], [null, 'not_shown'])
  await agent.close()
})

test('few, none and not asked are explained in the same words', async () => {
  const elsewhere = await story.world.team('Elsewhere', 8)
  const agent = await agentOf(url, tokenOf(story.program))
  const explain = (team: string) => agent.call('explain_hidden', { collection: story.last, team })
  const few = await explain(story.teams.small.id)
  const notAsked = await explain(elsewhere.id)
  const nobody = await explain(elsewhere.id.replace(/....$/, '0000'))
  assert.deepEqual(few.counted_in, { team_id: story.teams.top.id })
  const words = ({ shown, rule }: any) => ({ shown, rule })
  assert.deepEqual(words(notAsked), words(few))
  assert.deepEqual({ ...nobody, team_id: '' }, { ...notAsked, team_id: '' })
  assert.deepEqual(await explain(story.teams.inner.id), {
    team_id: story.teams.inner.id,
    shown: true,
    rule: null,
    counted_in: null,
  })
  await agent.close()
})

test('a preview counts the people who would be asked', async () => {
  const agent = await agentOf(url, tokenOf(story.program))
  const preview = await agent.call('simulate_audience', { recipients: { team_ids: [story.teams.top.id] } })
  const { status, body } = await story.program.post('/api/confidentiality/simulate', {
    recipients: { team_ids: [story.teams.top.id] },
    response_rate: 0.7,
  })
  assert.equal(status, 200)
  assert.equal(preview.recipients, body.recipients)
  assert.equal(preview.shown_expected, body.shown_expected)
  assert.deepEqual(
    preview.teams.map(({ team_id, people }: any) => [team_id, people]),
    body.teams.map(({ team_id, people }: any) => [team_id, people]),
  )
  await agent.close()
})
