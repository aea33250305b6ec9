/** Answers that nothing has read are counted and said, and what is made of the others does not pass for all of them. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { type Client, eventually, links, newWorld, pulseDraft, type World } from '../support/world.ts'

const english = 'Meetings are a horrible waste of time, and the tools are slow.'
const japanese = '会議が多すぎて、集中する時間がありません。道具も遅いです。'
const german = 'Die Besprechungen sind furchtbar lang und die Werkzeuge sind zu langsam.'

let world: World
let author: Client

before(async () => {
  world = await newWorld()
  author = await world.user()
})

/** @returns the findings about a survey that was answered with these texts, all of one team */
async function findingsOf(texts: readonly string[], language?: string): Promise<any[]> {
  const team = await world.team(`Team of ${texts.length} ${Math.random()}`, texts.length)
  const draft = pulseDraft([team.id], { confidentiality: { mode: 'attributed' } })
  const { body: pulse } = await author.post('/api/pulses', draft)
  const path = `/api/pulses/${pulse.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  for (const [index, { url }] of (await links(author, path)).entries()) {
    const answers = [
      { question_id: 'calm', value: 3 },
      { question_id: 'why', text: texts[index] },
    ]
    assert.equal((await world.anyone.post(new URL(url).pathname, { answers })).status, 201)
  }
  assert.equal((await author.post(`${path}/close`)).status, 200)
  await eventually(
    () => author.get(`${path}/results`),
    (reply) => reply.body.results_status === 'available',
  )
  const query = language ? `&language=${language}` : ''
  return (await author.get(`/api/insights?pulse_id=${pulse.id}&limit=200${query}`)).body.insights
}

const repeat = (text: string, times: number): string[] =>
  Array.from({ length: times }, (_, index) => `${text} (${index})`)
const ofAll = (findings: readonly any[], kind: string): any =>
  findings.find((one) => one.kind === kind && one.scope.team_id === null)

suite('coverage', () => {
  test('a finding about words counts the answers that it read, by language', async () => {
    const findings = await findingsOf([...repeat(english, 8), ...repeat(german, 4)])
    const { coverage, statement, n } = ofAll(findings, 'sentiment_signal')
    assert.deepEqual(coverage, {
      answers: 12,
      read: 12,
      languages: { de: { answers: 4, read: 4 }, en: { answers: 8, read: 8 } },
    })
    assert.equal(n, 12)
    assert.doesNotMatch(statement, /not read/)
    assert.equal(ofAll(findings, 'participation').coverage, null)
  })

  test('the sentence says so where fewer than four in five were read', async () => {
    const findings = await findingsOf([...repeat(english, 12), ...repeat(japanese, 5)])
    const { coverage, statement, n } = ofAll(findings, 'sentiment_signal')
    assert.deepEqual([coverage.answers, coverage.read, n], [17, 12, 12])
    assert.match(statement, /5 of 17 answers were not read: 5 in Japanese\.$/)
    for (const one of findings.filter(({ kind }) => kind === 'theme'))
      assert.match(one.statement, /5 of 17 answers were not read/)
  })

  test('where most were not read there is no sentiment, and the reason instead of it', async () => {
    const findings = await findingsOf([...repeat(english, 5), ...repeat(japanese, 8)], 'de')
    assert.equal(ofAll(findings, 'sentiment_signal'), undefined)
    const { coverage, statement, n } = ofAll(findings, 'coverage')
    assert.deepEqual([coverage.answers, coverage.read, n], [13, 5, 13])
    assert.match(statement, /^Nur 5 von 13 Antworten/)
    assert.match(statement, /8 von 13 Antworten wurden nicht gelesen: 8 auf Japanisch\.$/)
  })

  test('where too few were read to be shown, that is said as well', async () => {
    const { coverage, statement } = ofAll(
      await findingsOf([...repeat(english, 7), ...repeat(japanese, 5)]),
      'coverage',
    )
    assert.deepEqual([coverage.answers, coverage.read], [12, 7])
    assert.match(statement, /^Only 7 of 12 answers/)
  })

  test('a language of fewer than three people has no name', async () => {
    const findings = await findingsOf([...repeat(english, 8), ...repeat(german, 2), ...repeat(japanese, 2)])
    const { languages } = ofAll(findings, 'sentiment_signal').coverage
    assert.deepEqual(languages, { en: { answers: 8, read: 8 }, other: { answers: 4, read: 2 } })
  })
})
