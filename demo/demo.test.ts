import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { shownInsights } from '../src/docs/front-example.ts'
import { otherTeam, teamsOf } from './answers/survey.ts'
import { answerersOf } from './story/answers.ts'
import { peopleOf } from './story/people.ts'
import { sentencesBySubject } from './story/sentences.ts'

const sonde = fileURLToPath(new URL('../bin/sonde', import.meta.url))
const folders: string[] = []
const folder = async (): Promise<string> => {
  const made = await mkdtemp(join(tmpdir(), 'sonde-demo-test-'))
  folders.push(made)
  return made
}
after(() => Promise.all(folders.map((made) => rm(made, { recursive: true, force: true }))))

/** Runs the command in an empty folder, as somebody at a terminal would. */
async function demoJson(...more: string[]): Promise<any> {
  const environment = Object.entries(process.env).filter(
    ([name]) => !/^(SONDE_|DATABASE_URL|NODE_)/.test(name),
  )
  const child = spawn(process.execPath, [sonde, 'demo', '--once', '--json', ...more], {
    cwd: await folder(),
    env: Object.fromEntries(environment),
  })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk) => (out += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk) => (err += chunk))
  const code = await new Promise((ended) => child.on('close', ended))
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

let told: Promise<any> | undefined
const story = (): Promise<any> => (told ??= demoJson())

const teamId = (it: any, name: string): string =>
  it.organisation.teams.find((team: any) => team.name === name).id

/** Findings of a scale that the report calls different from the time before, as "date team question up". */
const changesOf = (it: any): string[] =>
  it.insights.flatMap((insight: any) => {
    const told = insight.evidence.find(
      (one: any) => one.comparison === 'previous' && one.p_adjusted <= 0.05 && insight.kind === 'driver',
    )
    const team = it.organisation.teams.find((one: any) => one.id === insight.scope.team_id)
    const instance = it.instances.findIndex((one: any) => one.id === insight.scope.check_in_instance_id)
    return told
      ? [
          `${instance + 1} ${team?.name ?? 'Everyone'} ${insight.subject} ${told.difference > 0 ? 'up' : 'down'}`,
        ]
      : []
  })

test('the story runs from end to end: three check-ins, a pulse, more than 200 answers', async () => {
  const it = await story()
  assert.ok(it.responses >= 200, `${it.responses} responses`)
  assert.equal(it.organisation.teams.length, 6)
  assert.equal(it.instances.length, 3)
  assert.deepEqual([...new Set(it.instances.map((one: any) => one.state))], ['closed'])
  assert.equal(it.pulse.state, 'closed')
  assert.equal(it.results.length, 4)
  for (const results of it.results) {
    assert.equal(results.results_status, 'available')
    const { response_rate: rate } = results.response_summary
    assert.ok(rate >= 0.6 && rate <= 0.9, `rate ${rate}`)
  }
  assert.ok(it.seconds > 0)
})

test('every event of the story is found in its team, and nothing else is reported as a change of a team', async () => {
  const changes = changesOf(await story())
  assert.ok(changes.includes('2 Platform workload down'), changes.join(', '))
  assert.ok(changes.includes('3 Support tools up'), changes.join(', '))
  const elsewhere = changes.filter(
    (change) => !/^2 (Platform|Engineering|Everyone) workload|^3 (Support|Everyone) tools/.test(change),
  )
  assert.deepEqual(elsewhere, [])
})

test('Platform gets actions for its workload, while it lasts', async () => {
  const it = await story()
  const platform = teamId(it, 'Platform')
  for (const instance of it.instances.slice(1)) {
    const drivers = it.insights
      .filter(
        (one: any) =>
          one.kind === 'recommended_action' &&
          one.scope.team_id === platform &&
          one.scope.check_in_instance_id === instance.id,
      )
      .map((one: any) => one.subject)
    assert.ok(drivers.includes('workload'), `${instance.local_date}: ${drivers.join(', ')}`)
  }
})

test('the front page shows what the demo found, word for word', async () => {
  const { insights } = await story()
  const has = (whole: any, part: unknown): boolean =>
    typeof part === 'object' && part !== null
      ? Object.entries(part).every(([name, value]) => has(whole?.[name], value))
      : whole === part
  for (const shown of shownInsights)
    assert.ok(
      insights.some((one: any) => has(one, shown)),
      shown.kind,
    )
  const means = [3.923, 1.786, 2.071].map((mean) =>
    insights.some(
      (one: any) => one.subject === 'workload' && one.kind === 'driver' && one.value.mean === mean,
    ),
  )
  assert.deepEqual(means, [true, true, true], 'the curve of the picture')
})

test('what was done about results is on the board: one done and measured, two under way, the rest to decide', async () => {
  const it = await story()
  const [done, ...more] = it.actions.filter((one: any) => one.state === 'done')
  assert.deepEqual(more, [])
  assert.deepEqual(
    [done.scope.team_name, done.driver, done.owner_name, done.effect.verdict],
    ['Support', 'tools', 'Astrid Bakken', 'better'],
  )
  assert.equal(done.effect.check_in_instance_id, it.instances[2].id)
  assert.ok(done.ended_at.slice(0, 10) <= done.due_on, 'completed in time')
  const underWay = it.actions.filter((one: any) => ['accepted', 'in_progress'].includes(one.state))
  assert.deepEqual(underWay.map((one: any) => one.state).toSorted(), ['accepted', 'in_progress'])
  assert.ok(underWay.every((one: any) => one.owner_name && one.due_on > it.instances[2].local_date))
  const open = it.actions.filter((one: any) => one.state === 'suggested' && one.is_current)
  assert.ok(open.some((one: any) => one.scope.team_name === 'Platform' && one.driver === 'workload'))
  assert.deepEqual(
    it.replies.map((one: any) => [one.state, one.kind, one.action_id]),
    [['published', 'done', done.id]],
    'and everyone in the team reads what came of it',
  )
})

test('the three people of Legal never appear on their own', async () => {
  const it = await story()
  const legal = teamId(it, 'Legal')
  assert.equal(it.insights.filter((one: any) => one.scope.team_id === legal).length, 0)
  for (const { teams } of it.results) {
    const shown = teams.find((one: any) => one.team_id === legal)
    assert.deepEqual(shown, {
      team_id: legal,
      name: 'Legal',
      suppressed: true,
      counted_in: null,
      parent_team_id: null,
    })
  }
})

test('no readable text holds a name, address or number of a person', async () => {
  const it = await story()
  const comments: string[] = it.results.flatMap(({ questions, teams }: any) =>
    [...questions, ...teams.flatMap((team: any) => team.questions ?? [])].flatMap(
      (question: any) => question.comments ?? [],
    ),
  )
  const quotes: string[] = it.insights.flatMap((one: any) => one.value.quotes ?? [])
  assert.ok(comments.length > 200 && quotes.length > 50)
  assert.ok(comments.some((text) => text.includes('[name]')))
  assert.ok(comments.some((text) => text.includes('[email]')))
  assert.ok(comments.some((text) => text.includes('[phone]')))
  const text = [...comments, ...quotes].join('\n')
  for (const { name } of peopleOf('fjordline.example')) {
    // Names that are also words of the story ("Platform") would not be names: there are none.
    for (const part of name.split(' ').filter((one) => one.length > 3 && /^\p{Lu}/u.test(one)))
      assert.ok(!new RegExp(`(?<!\\p{L})${part}(?!\\p{L})`, 'u').test(text), part)
  }
  assert.ok(!/@|\+47|\d{3}/.test(text))
})

test('a second run has the same texts and figures', async () => {
  const [one, other] = [await story(), await demoJson()]
  const figures = (it: any) => ({
    insights: it.insights.map(({ kind, statement, n, value, interval, evidence }: any) => ({
      kind,
      statement,
      n,
      value,
      interval,
      evidence,
    })),
    results: it.results.map(({ title, response_summary, questions }: any) => ({
      title,
      response_summary,
      questions,
    })),
  })
  assert.deepEqual(figures(other), figures(one))
})

test('people of the story answer in its shares, with more than 120 different sentences', () => {
  const people = peopleOf('fjordline.example')
  assert.equal(new Set(people.map(({ email }) => email)).size, people.length)
  for (const week of [1, 2, 3, 4]) assert.ok(answerersOf(people, week).length / people.length < 0.9)
  const sentences = Object.values(sentencesBySubject).flatMap(({ good, bad }) => [...good, ...bad])
  assert.ok(new Set(sentences).size >= 120, String(new Set(sentences).size))
})

const period = (name: string, people: number, mean: number): string[] =>
  Array.from({ length: people }, (_, i) => {
    const row = {
      period: name,
      respondent: `${name}-${i}`,
      team: i < 7 ? 'Alpha; Beta' : i < 13 ? 'beta' : 'Gamma',
    }
    return [
      { ...row, q: 'build', rating: Math.min(1, Math.max(0, (mean + (i % 3) - 2) / 4)), scale_max: 5 },
      { ...row, q: 'asked', choice: i % 4 === 0 ? 'No' : 'Yes' },
      { ...row, q: 'kind', choice: ['Library', 'Service', 'Service', 'A thing of its own'][i % 4] },
      { ...row, q: 'wish', text: i % 2 ? 'Faster builds, says Zuzana' : 'More reviewers would help us' },
    ].map((one) => JSON.stringify(one))
  }).flat()

const wordings = {
  build: ['How well do builds work?* ', 'How well do builds work, where 5 is well and 1 is badly?'],
  asked: ['Were you asked?'],
  kind: ['What do you maintain?'],
  wish: ['What do you wish for?'],
}

test('real answers become instances of one check-in, period by period', async () => {
  const answers = await folder()
  const lines = [...period('2019-H1', 16, 4), ...period('2019-H2', 16, 4), ...period('2020-H2', 16, 2)]
  await writeFile(join(answers, 'answers.jsonl'), lines.join('\n'))
  await writeFile(join(answers, 'questions.json'), JSON.stringify(wordings))
  const it = await demoJson('--answers', answers)
  assert.equal(it.responses, 48)
  assert.equal(it.check_in.state, 'paused')
  assert.equal(it.pulse, null)
  assert.deepEqual(
    it.instances.map((one: any) => one.local_date),
    ['2019-01-01', '2019-07-01', '2020-07-01'],
  )
  assert.deepEqual(it.organisation.teams.map((team: any) => team.name).toSorted(), ['Alpha', 'Gamma', 'beta'])
  const [first] = it.results
  assert.deepEqual(
    first.questions.map(({ id, type, n }: any) => [id, type, n]),
    [
      ['build', 'scale', 16],
      ['asked', 'yes_no', 16],
      ['kind', 'single_choice', 16],
      ['wish', 'text', 16],
    ],
  )
  assert.equal(first.questions[0].text, 'How well do builds work?')
  assert.deepEqual(first.teams.map(({ name, suppressed }: any) => [name, suppressed ?? false]).toSorted(), [
    ['Alpha', false],
    ['Gamma', true],
    ['beta', true],
  ])
  assert.ok(first.questions[3].comments.includes('Faster builds, says [name]'))
  assert.ok(
    changesOf({
      ...it,
      insights: it.insights.map((one: any) => ({ ...one, kind: one.kind === 'score' ? 'driver' : one.kind })),
    }).includes('3 Everyone build down'),
  )
})

test('projects that respondents typed become one team under the most frequent spelling, and rare ones share a team', () => {
  const teams = ['Helm; Brigade', 'helm', 'Helm', 'Helm / Porter', 'Porter and Helm', null]
  const teamOf = teamsOf(teams.map((team, i) => ({ period: '2020', respondent: String(i), team })))
  assert.deepEqual(teams.map(teamOf), ['Helm', 'Helm', 'Helm', 'Helm', otherTeam, null])
})
