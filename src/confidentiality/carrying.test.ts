/**
 * Seats whose owners are not asked any more. Whoever knows all rosters and subtracts the figures of two surveys must find nothing where nobody
 * else has changed, and nobody's answer where others have.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { type Question } from '../../contract/questions.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import { type Client, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'
import { shownOf } from './carrying.ts'

let world: World
let author: Client
/** Forty people who are asked as well and never answer: empty seats speak in surveys of so many people only. */
let crowd: Team

before(async () => {
  world = await newWorld()
  author = await world.user()
  crowd = await newTeam(40)
})

type Team = Awaited<ReturnType<World['team']>>
type Given = Record<string, unknown> | null
type Asking = {
  mode?: 'anonymous' | 'confidential' | 'attributed'
  questions: object[]
  without?: readonly string[]
  alone?: boolean
}

let names = 0
/** Words of their own for each test, so that no two share a season. */
const newText = (): string => `How was day ${++names}?`
const scaleOf = (text: string, id = 'day') => ({ id, type: 'scale', text, min: 1, max: 5 })
const newTeam = (people: number): Promise<Team> => world.team(`Seats ${++names}`, people)

async function opened(team: Team, { mode = 'confidential', questions, without = [], alone = false }: Asking) {
  const recipients = {
    team_ids: [team.id, ...(alone ? [] : [crowd.id])],
    excluded_member_ids: without,
  }
  const draft = { ...pulseDraft([], { recipients, confidentiality: { mode } }), questions }
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  const path = `/api/pulses/${id}`
  await bodyOf(author.post(`${path}/open`))
  return { path, urls: new Map((await links(author, path)).map((one) => [one.member_id, one.url])) }
}

async function answerAs(urls: ReadonlyMap<string, string>, member: string, given: Given): Promise<void> {
  const url = urls.get(member)
  if (given === null || url === undefined) return
  const answers = Object.entries(given).map(([question_id, answer]) =>
    typeof answer === 'object' && answer !== null && !Array.isArray(answer)
      ? { question_id, ...answer }
      : { question_id, value: answer },
  )
  await bodyOf(world.anyone.post(new URL(url).pathname, { answers }), 201)
}

async function closed(path: string) {
  await bodyOf(author.post(`${path}/close`))
  return bodyOf(author.get(`${path}/results`))
}

/** Asks a team without some of its people, has the others answer, and closes. */
async function asked(team: Team, asking: Asking, given: (member: string, at: number) => Given) {
  const { path, urls } = await opened(team, asking)
  for (const [at, member] of team.members.entries()) await answerAs(urls, member, given(member, at))
  return { path, results: await closed(path) }
}

/** How many answered, and how often each value was given; nulls where it is hidden. */
function figureOf({ questions }: any, at = 0): [number | null, Record<string, number> | null] {
  const { n = null, distribution } = questions[at]
  return [n, distribution ? Object.fromEntries(distribution.map((one: any) => [one.value, one.count])) : null]
}

/** Scores of eight people; the last two are silent, so that no answer is left out because all are the same. */
const steady = (_member: string, at: number): Given => (at < 6 ? { day: 1 + (at % 5) } : null)

suite('an empty seat', () => {
  test('changes no figure where everybody else does as before, and is told beside it', async () => {
    const team = await newTeam(8)
    const questions = [scaleOf(newText())]
    const all = await asked(team, { questions }, steady)
    const [target] = team.members
    const { path, results } = await asked(team, { questions, without: [target] }, steady)
    assert.deepEqual(figureOf(results), figureOf(all.results))
    const { recipients, empty_seats, responded, response_rate } = results.response_summary
    assert.deepEqual([recipients, empty_seats, responded, response_rate], [47, 1, 6, 0.125])
    assert.ok(new Date(results.teams_as_of) < new Date())
    assert.equal(results.teams_as_of, all.results.teams_as_of)
    const id = path.slice('/api/pulses/'.length)
    const { participation } = await bodyOf(author.get(`/api/insights/participation?pulse_id=${id}`))
    const inTeam = participation.find(({ scope }: any) => scope.team_id === team.id).participation
    assert.deepEqual(
      [inTeam.n, inTeam.recipients, inTeam.empty_seats, inTeam.responded, inTeam.response_rate],
      [8, 7, 1, 6, 0.75],
    )
  })

  test('stays silent if its owner was', async () => {
    const team = await newTeam(8)
    const questions = [scaleOf(newText())]
    const all = await asked(team, { questions }, steady)
    const { results } = await asked(team, { questions, without: [team.members[7]] }, steady)
    assert.deepEqual(figureOf(results), figureOf(all.results))
  })

  test('says the same in three surveys without its owner, and its owner finds their seat again', async () => {
    const team = await newTeam(8)
    const questions = [scaleOf(newText())]
    const all = await asked(team, { questions }, steady)
    for (const without of [[team.members[2]], [team.members[2], team.members[4]], [team.members[4]], []])
      assert.deepEqual(
        figureOf((await asked(team, { questions, without }, steady)).results),
        figureOf(all.results),
        `${without.length} are left out`,
      )
  })

  test('changes if all others do, to what one of them says', async () => {
    const team = await newTeam(8)
    const questions = [scaleOf(newText())]
    await asked(team, { questions }, (_member, at) => (at < 7 ? { day: at === 0 ? 1 : 2 } : null))
    const { results } = await asked(team, { questions, without: [team.members[0]] }, (_member, at): Given =>
      at < 7 ? { day: at < 4 ? 4 : 5 } : null,
    )
    const [n, counts] = figureOf(results)
    assert.equal(n, 7)
    assert.equal(counts?.['1'], 0)
  })

  test('falls silent if all others do', async () => {
    const team = await newTeam(8)
    const questions = [scaleOf(newText())]
    await asked(team, { questions }, steady)
    const { results } = await asked(team, { questions, without: [team.members[0]] }, () => null)
    assert.equal(results.response_summary.responded, 0)
  })

  test('follows a chosen option under other ids, and an answer in other words', async () => {
    const team = await newTeam(9)
    const text = newText()
    const choices = (ids: string[]) => ({
      id: ids.join(''),
      type: 'single_choice',
      text,
      options: ids.map((id, at) => ({ id, text: ['Trees', 'Birds'][at] })),
      other: true,
    })
    const first = choices(['a', 'b'])
    const again = choices(['x', 'y'])
    const given =
      ({ id, options }: ReturnType<typeof choices>) =>
      (_member: string, at: number): Given =>
        at < 7 ? { [id]: at < 2 ? { text: 'Stones' } : options[at % 2].id } : null
    const all = await asked(team, { questions: [first] }, given(first))
    const { results } = await asked(
      team,
      { questions: [again], without: [team.members[0], team.members[3]] },
      given(again),
    )
    const [, counts] = figureOf(all.results)
    assert.deepEqual(figureOf(results), [7, { x: counts?.a, y: counts?.b, other: counts?.other }])
  })

  test('has no answer to a follow-up question that its answer does not lead to', () => {
    const questions: Question[] = [
      { id: 'told', type: 'yes_no', text: 'Were you told?' },
      { id: 'when', type: 'scale', text: 'How early?', show_if: { question_id: 'told', any_of: [true] } },
    ]
    const answers = (told: boolean) => [
      { question_id: 'told', value: told },
      { question_id: 'when', value: 2 },
    ]
    assert.deepEqual(shownOf(questions, answers(true)), answers(true))
    assert.deepEqual(shownOf(questions, answers(false)), [{ question_id: 'told', value: false }])
  })
})

suite('nobody speaks for an empty seat, so its group is left out,', () => {
  for (const mode of ['anonymous', 'attributed'] as const)
    test(`after the question was asked in an ${mode} survey`, async () => {
      const team = await newTeam(8)
      const questions = [scaleOf(newText())]
      await asked(team, { questions }, steady)
      await asked(team, { questions, mode }, steady)
      const { results } = await asked(team, { questions, without: [team.members[0]] }, steady)
      assert.deepEqual(figureOf(results), [null, null])
    })

  test('in a survey of fewer than forty people', async () => {
    const team = await newTeam(8)
    const questions = [scaleOf(newText())]
    await asked(team, { questions, alone: true }, steady)
    const asking = { questions, alone: true, without: [team.members[0]] }
    assert.deepEqual(figureOf((await asked(team, asking, steady)).results), [null, null])
    const { results } = await asked(team, { questions, without: [team.members[0]] }, steady)
    assert.equal(figureOf(results)[0], 6, 'with enough people it speaks again')
  })

  test('of an attributed survey', async () => {
    const team = await newTeam(8)
    const questions = [scaleOf(newText())]
    await asked(team, { questions }, steady)
    const { results } = await asked(
      team,
      { questions, mode: 'attributed', without: [team.members[0]] },
      steady,
    )
    assert.deepEqual(figureOf(results), [null, null])
  })

  test('in a question that its owner was never asked, until they are', async () => {
    const team = await newTeam(8)
    const [known, fresh] = [scaleOf(newText()), scaleOf(newText(), 'new')]
    const both = (_member: string, at: number): Given => (at < 6 ? { day: 3, new: 1 + (at % 5) } : null)
    await asked(team, { questions: [known] }, (_member, at) => (at < 6 ? { day: 3 } : null))
    const questions = [known, fresh]
    const without = [team.members[0]]
    for (const _again of [1, 2]) {
      const { results } = await asked(team, { questions, without }, both)
      assert.deepEqual([figureOf(results)[0], figureOf(results, 1)[0]], [6, null])
    }
    const { results } = await asked(team, { questions }, both)
    assert.deepEqual([figureOf(results)[0], figureOf(results, 1)[0]], [6, 6])
  })

  test('while its owner answers another survey', async () => {
    const team = await newTeam(8)
    const questions = [scaleOf(newText())]
    await asked(team, { questions }, steady)
    const { path, urls } = await opened(team, { questions })
    const { results } = await asked(team, { questions, without: [team.members[0]] }, steady)
    assert.deepEqual(figureOf(results), [null, null])
    for (const [at, member] of team.members.entries()) await answerAs(urls, member, steady(member, at))
    assert.equal(figureOf(await closed(path))[0], 6)
  })

  for (const who of ['is not asked', 'has answered'] as const)
    test(`if somebody who ${who} is erased while the survey is open`, async () => {
      const team = await newTeam(8)
      const questions = [scaleOf(newText())]
      await asked(team, { questions }, steady)
      const without = who === 'is not asked' ? [team.members[0]] : []
      const { path, urls } = await opened(team, { questions, without })
      for (const [at, member] of team.members.entries()) await answerAs(urls, member, steady(member, at))
      await bodyOf(author.post(`/api/members/${team.members[0]}/erase`))
      const results = await closed(path)
      assert.deepEqual(figureOf(results), [null, null])
      assert.equal(results.response_summary.empty_seats, 0)
    })
})
