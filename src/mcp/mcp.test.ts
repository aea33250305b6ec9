/** The MCP server: the protocol, who may call, and that text from people never looks like ours. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { tools } from '../../contract/tools.ts'
import { agentOf, trustedTexts } from '../../test/support/agent.ts'
import { newStory, type Story } from '../../test/support/story.ts'
import { type Client, pulseDraft } from '../../test/support/world.ts'
import { fitting, untrusted } from './untrusted.ts'

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

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })

const accept = 'application/json, text/event-stream'

/** A message of the era of 2025, which takes no headers of its own. */
const send = (body: unknown, headers: Record<string, string> = {}, method = 'POST'): Promise<Response> =>
  fetch(`${url}/mcp`, {
    method,
    headers: {
      accept,
      'content-type': 'application/json',
      authorization: `Bearer ${tokenOf(story.program)}`,
      ...headers,
    },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })

suite('the protocol', () => {
  test('both eras list the same tools, in the order of the contract, each with its marks', async () => {
    const lists = await Promise.all(
      (['2026', '2025'] as const).map(async (era) => {
        const agent = await agentOf(url, tokenOf(story.program), era)
        const listed = await agent.tools()
        const me = await agent.call('who_am_i')
        assert.equal(me.acts_for, 'organisation')
        await agent.close()
        return listed
      }),
    )
    assert.deepEqual(
      lists[0].map(({ name }) => name),
      tools.map(({ name }) => name),
    )
    assert.deepEqual(
      lists[1].map(({ name }) => name),
      lists[0].map(({ name }) => name),
    )
    for (const { title, annotations, outputSchema } of lists.flat()) {
      assert.ok(title && outputSchema)
      assert.equal(typeof annotations.readOnlyHint, 'boolean')
      assert.equal(typeof annotations.destructiveHint, 'boolean')
    }
  })

  test('a reply is one JSON document, and the list may be kept for an hour by anybody', async () => {
    const old = await send(message('tools/list'))
    assert.equal(old.status, 200)
    assert.match(old.headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(old.headers.get('mcp-session-id'), null)
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
    const now = await send(message('tools/list', { _meta }), headers)
    assert.match(now.headers.get('content-type') ?? '', /^application\/json/)
    const { result } = (await now.json()) as any
    assert.equal(result.ttlMs, 3_600_000)
    assert.equal(result.cacheScope, 'public')
    const unlike = await send(message('tools/list', { _meta }), { ...headers, 'mcp-method': 'tools/call' })
    assert.equal(unlike.status, 400)
    assert.equal(((await unlike.json()) as any).error.code, -32_020)
  })

  test('a host of 2025-06-18 initializes, lists and calls, in its own revision and without a session', async () => {
    const initialize = await send(
      message('initialize', {
        protocolVersion: '2025-06-18',
        capabilities: { elicitation: {} },
        clientInfo: { name: 'codex-mcp-client', title: 'Codex', version: '0.165.0' },
      }),
    )
    assert.equal(initialize.status, 200)
    assert.equal(initialize.headers.get('mcp-session-id'), null)
    const { result } = (await initialize.json()) as any
    assert.equal(result.protocolVersion, '2025-06-18')
    assert.deepEqual(Object.keys(result.capabilities), ['tools'])
    const headers = { 'mcp-protocol-version': '2025-06-18' }
    const initialized = await send({ jsonrpc: '2.0', method: 'notifications/initialized' }, headers)
    assert.equal(initialized.status, 202)
    const listed = (await (await send(message('tools/list'), headers)).json()) as any
    assert.deepEqual(
      listed.result.tools.map(({ name }: any) => name),
      tools.map(({ name }) => name),
    )
    const called = await send(message('tools/call', { name: 'who_am_i', arguments: {} }), headers)
    const { result: reply } = (await called.json()) as any
    assert.equal(reply.structuredContent.acts_for, 'organisation')
    assert.deepEqual(JSON.parse(reply.content[0].text), reply.structuredContent)
  })

  test('a host of 2026 that reads texts alone gets all that a tool gives', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const called = await send(message('tools/call', { name: 'who_am_i', arguments: {}, _meta }), {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'who_am_i',
    })
    const { content, structuredContent } = ((await called.json()) as any).result
    assert.equal(structuredContent.acts_for, 'organisation')
    assert.deepEqual(
      content.map(({ type, text }: any) => [type, JSON.parse(text)]),
      [['text', structuredContent]],
    )
  })

  test('there is no stream and no session', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await send(undefined, {}, method)
      assert.equal(status, 405)
      assert.equal(headers.get('allow'), 'POST')
    }
  })

  test('a subscription is refused at once, for nothing is announced', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const reply = await send(
      message('subscriptions/listen', { _meta, notifications: { toolsListChanged: true } }),
      {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
    )
    assert.match(reply.headers.get('content-type') ?? '', /^application\/json/)
    assert.ok(((await reply.json()) as any).error)
  })

  test('a body of more than a mebibyte is refused, and what a model reads at once is at most 24 KiB', async () => {
    assert.equal((await send(message('ping', { padding: 'x'.repeat(1_048_576) }))).status, 413)
    const comments = Array.from({ length: 20 }, (_, at) => untrusted('comment', `${at} `.repeat(1_000)))
    const { fit, isCut } = fitting(comments)
    assert.ok(isCut && fit.length > 5)
    assert.deepEqual(fit, comments.slice(0, fit.length))
    assert.ok(Buffer.byteLength(JSON.stringify({ comments: fit })) < 24_576)
    assert.deepEqual(fitting(comments.slice(0, 3)), { fit: comments.slice(0, 3), isCut: false })
  })

  test('pages of other sites, other names for this service, and lists of messages are refused', async () => {
    assert.equal((await send(message('ping'), { origin: 'https://evil.example' })).status, 403)
    assert.equal((await send(message('ping'), { origin: new URL(url).origin })).status, 200)
    assert.equal((await send([message('ping')])).status, 400)
    assert.equal((await send('ping')).status, 400)
  })

  test('a name that no tool has and arguments that no tool takes are refused as what they are', async () => {
    const unknown = (await (await send(message('tools/call', { name: 'erase_everybody' }))).json()) as any
    assert.equal(unknown.error.code, -32_602)
    const agent = await agentOf(url, tokenOf(story.program))
    const { refused } = await agent.call('explain_promise', { collection: 'everything' })
    assert.deepEqual(refused.errors, [{ pointer: '/collection', code: 'pattern' }])
    const missing = await agent.call('explain_promise', {
      collection: story.last.replace(/....$/, '0000'),
    })
    assert.equal(missing.refused.code, 'not_found')
    await agent.close()
  })
})

suite('who may call', () => {
  test('without a token, and with one that is not valid, the challenge names what reading takes', async () => {
    for (const authorization of ['', 'Bearer sonde_at_nothing']) {
      const { status, headers } = await send(message('tools/list'), { authorization })
      assert.equal(status, 401)
      const challenge = headers.get('www-authenticate') ?? ''
      assert.ok(challenge.includes('scope="pulses:read teams:read insights:read"'), challenge)
      assert.ok(
        challenge.includes(`resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`),
        challenge,
      )
      assert.equal(challenge.includes('invalid_token'), authorization !== '')
    }
  })

  test('a tool beyond the token names every scope that it takes, beside those that the token has', async () => {
    const little = await story.world.organisation(['pulses:read'])
    const authorization = `Bearer ${tokenOf(little)}`
    const call = (name: string) => send(message('tools/call', { name, arguments: {} }), { authorization })
    for (const [name, scope] of [
      ['rank_drivers', 'pulses:read insights:read'],
      ['simulate_audience', 'pulses:read teams:read'],
      ['read_comments', 'pulses:read responses:read'],
    ]) {
      const { status, headers } = await call(name)
      assert.equal(status, 403)
      const challenge = headers.get('www-authenticate') ?? ''
      assert.ok(challenge.includes('error="insufficient_scope"'), challenge)
      const named = /scope="([^"]*)"/.exec(challenge)?.[1].split(' ').toSorted()
      assert.deepEqual(named, scope.split(' ').toSorted())
    }
    assert.equal((await call('who_am_i')).status, 200)
    const personal = await call('draft_pulse')
    assert.equal(personal.status, 403)
    assert.equal(((await personal.json()) as any).code, 'user_identity_required')
    assert.equal(personal.headers.get('www-authenticate'), null, 'no scope would help')
  })

  test('who_am_i lists the tools that a token opens, and each of them it opens', async () => {
    const some = await story.world.organisation(['checkins:read', 'insights:read'])
    const agent = await agentOf(url, tokenOf(some))
    const { tools: open, minimum_group_sizes: sizes } = await agent.call('who_am_i')
    assert.ok(open.includes('find_collections') && !open.includes('read_comments'))
    assert.equal(sizes.k_score, 5)
    const { collections } = await agent.call('find_collections')
    assert.deepEqual(new Set(collections.map(({ kind }: any) => kind)), new Set(['check_in']))
    assert.deepEqual(await agent.call('find_collections', { kind: 'pulse' }), {
      collections: [],
      has_more: false,
    })
    await agent.close()
  })
})

test('recent_events is the feed of the same caller, page by page', async () => {
  for (const caller of [story.program, story.author]) {
    const agent = await agentOf(url, tokenOf(caller))
    const feed = (await caller.get('/api/events?limit=200&types=check_in_instance.*')).body
    const events: unknown[] = []
    let cursor: string | undefined
    for (let hasMore = true; hasMore;) {
      const page = await agent.call('recent_events', {
        limit: 3,
        types: ['check_in_instance.*'],
        ...(cursor !== undefined && { cursor }),
      })
      events.push(...page.events)
      cursor = page.next_cursor
      hasMore = page.has_more
    }
    assert.ok(events.length > 3)
    assert.deepEqual(events.slice(0, feed.events.length), feed.events)
    const refusal = await agent.call('recent_events', { cursor: 'x.y' })
    assert.match(JSON.stringify(refusal), /invalid_cursor/)
    await agent.close()
  }
})

test('text of people is nowhere but where it is marked', async () => {
  const agent = await agentOf(url, tokenOf(story.author))
  const given: Record<string, Record<string, unknown>> = {
    explain_promise: { collection: story.last },
    summarise_results: { collection: story.last },
    compare: { collection: story.last, measure: 'score', question_id: 'load', team: story.teams.top.id },
    show_trend: { check_in_id: story.checkInId, measure: 'score' },
    rank_drivers: { collection: story.last },
    explain_hidden: { collection: story.last, team: story.teams.small.id },
    read_comments: { collection: story.last, question_id: 'more' },
    simulate_audience: { recipients: { team_ids: [story.teams.top.id] } },
  }
  const { findings } = await agent.call('summarise_results', { collection: story.last })
  given.explain_finding = { insight_id: findings[0].insight_id }
  const [action] = (await agent.call('next_actions')).actions
  given.update_action = { action_id: action.id, note: 'The workload of Design is far too high' }
  given.draft_pulse = {
    request_key: 'marked',
    title: 'Weekly workload',
    template: 'retrospective',
    recipients: { team_ids: [story.teams.top.id] },
  }
  const { body: asking } = await story.author.post(
    '/api/pulses',
    pulseDraft([story.teams.top.id], { title: 'Weekly workload' }),
  )
  given.ask_people = { pulse_id: asking.id }
  const collection = await story.attributedPulse([])
  given.remind_people = { collection }
  given.change_window = { collection, change: 'close' }
  for (const { name } of tools) {
    const reply = await agent.call(name, given[name])
    assert.ok(!reply.refused, `${name}: ${JSON.stringify(reply)}`)
    for (const text of trustedTexts(reply))
      assert.doesNotMatch(
        text,
        /Weekly|Development|Platform|Design|My work can be done|Would you advise|far too high|customers/i,
        name,
      )
  }
  await agent.close()
})
