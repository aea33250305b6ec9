/** Answers that nothing has read are counted and said, and what is made of the others does not pass for all of them. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { tweetMethod } from '../../src/text/text.ts'
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

/** @returns the id of a survey that was answered with these texts, all of one team */
async function surveyOf(texts: readonly string[]): Promise<string> {
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
  return pulse.id
}

/** @returns the findings about it */
async function findingsOf(texts: readonly string[], language?: string): Promise<any[]> {
  const id = await surveyOf(texts)
  const query = language ? `&language=${language}` : ''
  return (await author.get(`/api/insights?pulse_id=${id}&limit=200${query}`)).body.insights
}

const repeat = (text: string, times: number): string[] =>
  Array.from({ length: times }, (_, index) => `${text} (${index})`)
const ofAll = (findings: readonly any[], kind: string): any =>
  findings.find((one) => one.kind === kind && one.scope.team_id === null)

suite('coverage', () => {
  test('a finding about words counts the answers that it read, by language', async () => {
    const findings = await findingsOf([...repeat(english, 14), ...repeat(german, 11)])
    const { coverage, statement, n } = ofAll(findings, 'sentiment_signal')
    assert.deepEqual(coverage, {
      answers: 25,
      read: 25,
      languages: { de: { answers: 11, read: 11 }, en: { answers: 14, read: 14 } },
    })
    assert.equal(n, 25)
    assert.doesNotMatch(statement, /not read/)
    assert.equal(ofAll(findings, 'participation').coverage, null)
  })

  test('a figure names the models of other languages, with how well they agree with people', async () => {
    const id = await surveyOf([...repeat(english, 3), ...repeat(german, 18)])
    const models = [{ language: 'de', ...tweetMethod('de') }]
    assert.ok(models[0].agreement.macro_f1 > 50 && models[0].agreement.n > 0)
    const { insights } = (await author.get(`/api/insights?pulse_id=${id}&limit=200`)).body
    const { id: insightId, method } = ofAll(insights, 'sentiment_signal')
    assert.deepEqual(method.models, models)
    assert.deepEqual((await author.get(`/api/insights/${insightId}/method`)).body.models, models)
    assert.equal('models' in ofAll(insights, 'participation').method, false)
    const { sentiment } = (await author.get(`/api/insights/sentiment?pulse_id=${id}`)).body
    assert.deepEqual(sentiment[0].questions[0].method.models, models)
  })

  test('the sentence says so where fewer than four in five were read', async () => {
    const findings = await findingsOf([...repeat(english, 12), ...repeat(japanese, 10)])
    const { coverage, statement, n } = ofAll(findings, 'sentiment_signal')
    assert.deepEqual([coverage.answers, coverage.read, n], [22, 12, 12])
    assert.match(statement, /10 of 22 answers were not read: about 10 in Japanese\.$/)
    for (const one of findings.filter(({ kind }) => kind === 'theme'))
      assert.match(one.statement, /10 of 22 answers were not read/)
  })

  test('where most were not read there is no sentiment, and the reason instead of it', async () => {
    const findings = await findingsOf([...repeat(english, 5), ...repeat(japanese, 11)], 'de')
    assert.equal(ofAll(findings, 'sentiment_signal'), undefined)
    const { coverage, statement, n } = ofAll(findings, 'coverage')
    assert.deepEqual([coverage.answers, coverage.read, n], [16, 5, 16])
    assert.match(statement, /^Nur 5 von 16 Antworten/)
    assert.match(statement, /11 von 16 Antworten wurden nicht gelesen: etwa 11 auf Japanisch\.$/)
  })

  test('where too few were read to be shown, that is said as well', async () => {
    const { coverage, statement } = ofAll(
      await findingsOf([...repeat(english, 7), ...repeat(japanese, 5)]),
      'coverage',
    )
    assert.deepEqual([coverage.answers, coverage.read], [12, 7])
    assert.match(statement, /^Only 7 of 12 answers/)
  })

  test('a language of fewer than ten people has no name, and nothing reveals how many wrote in it', async () => {
    const languagesOf = async (texts: readonly string[]): Promise<any> =>
      ofAll(await findingsOf(texts), 'sentiment_signal').coverage.languages
    const few = [...repeat(english, 12), ...repeat(german, 2), ...repeat(japanese, 3)]
    assert.deepEqual(await languagesOf(few), { en: { answers: 17, read: 14 } })
    const more = [...repeat(english, 12), ...repeat(german, 7), ...repeat(japanese, 3)]
    assert.deepEqual(await languagesOf(more), {
      en: { answers: 12, read: 12 },
      other: { answers: 10, read: 7 },
    })
  })

  test('figures of words carry it too', async () => {
    const id = await surveyOf([...repeat(english, 12), ...repeat(japanese, 10)])
    const figuresOf = async (list: string): Promise<any> =>
      (await author.get(`/api/insights/${list}?pulse_id=${id}`)).body[list].find(
        (entry: any) => entry.scope.team_id === null,
      )
    const expected = {
      answers: 22,
      read: 12,
      languages: { en: { answers: 12, read: 12 }, ja: { answers: 10, read: 0 } },
    }
    assert.deepEqual((await figuresOf('sentiment')).questions[0].coverage, expected)
    const { drivers } = await figuresOf('drivers')
    assert.ok(drivers.length > 0)
    for (const { coverage } of drivers) assert.deepEqual(coverage, expected)
    const { themes } = await figuresOf('themes')
    assert.ok(themes.length > 0)
    for (const { coverage } of themes) assert.deepEqual(coverage, expected)
  })

  test('themes are found in a language whose sentiment is not read, and nothing is said of their tone', async () => {
    const subjects = [
      '会議室が足りません',
      '食堂の営業時間が短いです',
      '駐車場がいつも満車です',
      '空調が強すぎます',
    ]
    const places = ['本社では', '大阪では', '名古屋では', '福岡では', '札幌では', '仙台では']
    const texts = Array.from(
      { length: 72 },
      (_, i) => `${places[i % 6]}${subjects[Math.floor(i / 6) % 4]}。${i}`,
    )
    const findings = await findingsOf(texts)
    const themes = findings.filter(({ kind, scope }) => kind === 'theme' && scope.team_id === null)
    assert.ok(themes.length >= 2, `${themes.length} themes`)
    for (const { statement, value, coverage, n } of themes) {
      assert.match(statement, /^\d+% of people who commented mention .+ \(\d+ of 72\)\.$/)
      assert.deepEqual([value.rated, value.negative, value.sentiment, n], [0, 0, null, 72])
      assert.deepEqual([coverage.answers, coverage.read], [72, 72])
    }
  })
})
