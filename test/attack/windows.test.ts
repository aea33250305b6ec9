/**
 * Windows are sums that anybody could compute: the attacker reads all windows of a check-in and compares each with what its
 * instances tell by themselves, so that two windows which differ by one instance reveal nothing new about it.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { newHistory } from '../support/past-surveys.ts'
import type { Client } from '../support/world.ts'

/** How many of twelve people mention pay in each period. */
const speaking = { '2024-01': 3, '2024-03': 1, '2024-05': 2, '2024-07': 4, '2024-09': 1 }
const people = 12

const rows = Object.entries(speaking).flatMap(([period, count]) =>
  Array.from({ length: people }, (_, at) => {
    const row = { period, respondent: `${period} ${at}`, team: at < 10 ? 'Platform' : 'Design' }
    return [
      { ...row, question: 'load', rating: 1 + ((at + count) % 5), scale: 5 },
      {
        ...row,
        question: 'why',
        text:
          at < count
            ? `My salary is too low for part ${at}`
            : `Too many meetings keep us from work of sort ${at}`,
      },
    ]
  }).flat(),
)

let author: Client
let checkInId: string
let dates: string[]

const read = async (kind: string, query: string): Promise<any> => {
  const { status, body } = await author.get(
    `/api/insights/${kind}?limit=200&check_in_id=${checkInId}${query}`,
  )
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const total = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** The counts of all figures by what they count, added up over entries. */
function countsIn(kind: string, figures: readonly any[], into = new Map<string, number>()) {
  const add = (name: string, count: number): void => void into.set(name, (into.get(name) ?? 0) + count)
  for (const figure of figures) {
    const name = figure.question_id ?? figure.driver ?? kind
    if (figure.n !== undefined) add(`${name} n`, figure.n)
    for (const { value, count } of figure.distribution ?? []) add(`${name} ${value}`, count)
    if (figure.text && typeof figure.text === 'object') {
      add(`${name} people`, figure.text.people)
      add(`${name} negative`, figure.text.negative)
    }
    if (figure.requests) add(`${name} requests`, figure.requests.people)
    if (figure.scale) countsIn(kind, figure.scale, into)
  }
  return into
}

suite('windows tell only what their instances tell', () => {
  before(async () => {
    const history = await newHistory()
    author = history.author
    const questions = { why: { type: 'text', intent: 'improve' }, load: { driver: 'workload' } }
    const { body, status } = await author.post(
      '/api/imports/responses?title=Engagement&missing_teams=create',
      { rows, questions },
    )
    assert.equal(status, 200, JSON.stringify(body))
    checkInId = body.check_in_id
    const { scores } = await read('scores', '')
    dates = [...new Set<string>(scores.map((one: any) => one.closed_at))].toSorted()
    assert.equal(dates.length, Object.keys(speaking).length)
  })

  const kinds = ['scores', 'sentiment', 'drivers']
  for (const kind of kinds)
    test(`${kind}: every window is the sum of what its instances show, and of nothing that they hide`, async () => {
      let counted = 0
      const teams = [null, ...(await author.get('/api/teams')).body.teams.map(({ id }: any) => id)]
      for (const team of teams)
        for (const [first, from] of dates.entries())
          for (const to of [...dates.slice(first + 1), '2099-01-01T00:00:00Z']) {
            const body = await read(kind, `&from=${from}&to=${to}${team ? `&team_id=${team}` : ''}`)
            const own = body[kind].filter(({ scope }: any) => scope.team_id === team)
            const each = new Map<string, number>()
            for (const entry of own) countsIn(kind, entry.questions ?? entry.drivers, each)
            const sums = countsIn(kind, body.window.figures)
            for (const [name, count] of sums) assert.equal(count, each.get(name), `${name} ${from} ${to}`)
            counted += total([...sums.values()])
          }
      assert.ok(counted > 100, 'there was something to attack')
    })

  test('a topic that one person mentions in an instance cannot be found by subtracting windows', async () => {
    const payIn = async (from: number, to: number): Promise<number> => {
      const { window } = await read(
        'drivers',
        `&from=${dates[from]}&to=${dates[to] ?? '2099-01-01T00:00:00Z'}`,
      )
      return window.figures.find(({ driver }: any) => driver === 'pay')?.text.people ?? 0
    }
    assert.deepEqual([await payIn(0, 1), await payIn(0, 2), await payIn(0, 5)], [3, 3, 7])
    assert.equal(await payIn(1, 3), 0)
  })
})
