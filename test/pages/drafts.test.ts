/** What an editor keeps of a draft, without a browser: when it is saved, what is undone, whose version wins; and questions that still make sense. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FormQuestion, formTypes } from '../../contract/questions.ts'
import { createDraft } from '../../web/drafts/draft-store.ts'
import type { ReplyOf } from '../../client/client.ts'
import { copyOf, faultOf, moved, questionOf, questionTypes, tidied } from '../../web/drafts/questions.ts'
import { countedIn, restBeside } from '../../web/drafts/hidden-teams.ts'
import { everyForm, everyType } from '../support/every-question.ts'

type Fields = { title: string; note: string }
type Sent = { changes: Partial<Fields>; version: number }

const conflict = new Error('precondition_failed')

/** A server that holds one draft. */
function server(at: Fields = { title: 'A', note: 'n' }) {
  let fields = at
  let version = 1
  const sent: Sent[] = []
  let failure: Error | null = null
  const stored = () => ({ fields, version })
  return {
    sent,
    stored,
    elsewhere: (patch: Partial<Fields>) => {
      fields = { ...fields, ...patch }
      version++
    },
    failNext: (error: Error) => {
      failure = error
    },
    send: async (changes: Partial<Fields>, on: number) => {
      sent.push({ changes, version: on })
      const error = failure
      failure = null
      if (error) throw error
      if (on !== version) throw conflict
      fields = { ...fields, ...changes }
      version++
      return stored()
    },
  }
}

const draftOn = (it: ReturnType<typeof server>, savesItself = true) =>
  createDraft<Fields>({
    stored: it.stored(),
    send: it.send,
    read: async () => it.stored(),
    isConflict: (error) => error === conflict,
    onSaved: () => {},
    faultOf: ({ title }) => (title === '' ? 'Enter a title.' : null),
    savesItself,
    delayMs: 1,
  })

const untilSaved = (draft: ReturnType<typeof draftOn>): Promise<void> =>
  new Promise((resolve) => {
    const stop = draft.subscribe(() => {
      if (draft.get().status !== 'saved') return
      stop()
      resolve()
    })
  })

test('a draft saves itself: only what has changed, on the version that it knows', async () => {
  const it = server()
  const draft = draftOn(it)
  const saved = untilSaved(draft)
  draft.change({ title: 'B' }, 'title')
  assert.equal(draft.get().status, 'unsaved')
  await saved
  assert.deepEqual(it.sent, [{ changes: { title: 'B' }, version: 1 }])
  assert.equal(draft.get().version, 2)
})

test('what is typed while a save is under way is saved after it, never beside it', async () => {
  const it = server()
  const draft = draftOn(it)
  draft.change({ title: 'B' }, 'title')
  const saving = draft.flush()
  draft.change({ title: 'C' }, 'title')
  await saving
  await draft.flush()
  assert.deepEqual(
    it.sent.map(({ changes, version }) => [changes.title, version]),
    [
      ['B', 1],
      ['C', 2],
    ],
  )
  assert.equal(it.stored().fields.title, 'C')
})

test('of several saves that wait for the same one, one is sent', async () => {
  const it = server()
  const draft = draftOn(it)
  draft.change({ title: 'B' }, 'title')
  const saving = draft.flush()
  draft.change({ title: 'C' }, 'title')
  assert.deepEqual(await Promise.all([saving, draft.flush(), draft.flush(), draft.flush()]), [
    true,
    true,
    true,
    true,
  ])
  assert.deepEqual(
    it.sent.map(({ changes }) => changes),
    [{ title: 'B' }, { title: 'C' }],
  )
})

test('nothing that cannot be saved is sent, and it says why', async () => {
  const it = server()
  const draft = draftOn(it)
  draft.change({ title: '' }, 'title')
  assert.equal(await draft.flush(), false)
  assert.deepEqual([draft.get().status, draft.get().fault, it.sent.length], ['faulty', 'Enter a title.', 0])
})

test('undo takes back step by step, letters of one field at once, and saves what was before', async () => {
  const it = server()
  const draft = draftOn(it)
  for (const title of ['B', 'BC', 'BCD']) draft.change({ title }, 'title')
  draft.change({ note: 'm' }, 'note')
  await draft.flush()
  draft.undo()
  assert.deepEqual(draft.get().fields, { title: 'BCD', note: 'n' })
  draft.undo()
  assert.deepEqual([draft.get().fields.title, draft.get().canUndo], ['A', false])
  draft.undo()
  await draft.flush()
  assert.deepEqual(it.stored().fields, { title: 'A', note: 'n' })
})

test('a failed save keeps what was typed, and is tried again when it is told to', async () => {
  const it = server()
  const draft = draftOn(it)
  it.failNext(new Error('down'))
  draft.change({ title: 'B' }, 'title')
  assert.equal(await draft.flush(), false)
  assert.deepEqual([draft.get().status, draft.get().fields.title], ['failed', 'B'])
  assert.equal(await draft.flush(), true)
})

test('what somebody else saved is beside it until a person has decided: mine', async () => {
  const it = server()
  const draft = draftOn(it)
  it.elsewhere({ note: 'theirs' })
  draft.change({ title: 'Mine' }, 'title')
  assert.equal(await draft.flush(), false)
  assert.deepEqual([draft.get().status, draft.get().theirs?.fields.note], ['conflict', 'theirs'])
  assert.equal(await draft.flush(), false)
  await draft.keepMine()
  assert.deepEqual([draft.get().status, it.stored().fields], ['saved', { title: 'Mine', note: 'n' }])
})

test('or theirs, which can be undone', async () => {
  const it = server()
  const draft = draftOn(it)
  it.elsewhere({ title: 'Theirs' })
  draft.change({ title: 'Mine' }, 'title')
  await draft.flush()
  draft.takeTheirs()
  assert.deepEqual([draft.get().status, draft.get().fields.title], ['saved', 'Theirs'])
  draft.undo()
  assert.equal(draft.get().fields.title, 'Mine')
  assert.equal(await draft.flush(), true)
})

test('a version that changed nothing of the draft is not a conflict', async () => {
  const it = server()
  const draft = draftOn(it)
  it.elsewhere({})
  draft.change({ title: 'B' }, 'title')
  assert.equal(await draft.flush(), true)
  assert.deepEqual(it.stored(), { fields: { title: 'B', note: 'n' }, version: 3 })
})

test('a draft that does not save itself waits to be told', async () => {
  const it = server()
  const draft = draftOn(it, false)
  draft.change({ title: 'B' }, 'title')
  assert.deepEqual([draft.get().status, it.sent.length], ['unsaved', 0])
  assert.equal(await draft.flush(), true)
  assert.equal(it.sent.length, 1)
})

const words = { first: 'One', second: 'Two', firstRow: 'Three', secondRow: 'Four' }

test('every type is offered, and becomes every other without a member that it does not have', () => {
  assert.deepEqual([...questionTypes].toSorted(), [...formTypes].toSorted())
  for (const from of everyForm)
    for (const type of questionTypes) {
      const question = questionOf(type, words, from)
      assert.equal(faultOf(question), null, `${from.type} to ${type}`)
      assert.deepEqual([question.id, question.text, question.type], [from.id, from.text, type])
    }
  const slid = questionOf('slider', words, everyType.number)
  assert.ok(slid.type === 'slider' && slid.unit === 'hours')
  const ranked = questionOf('ranking', words, everyType.multi_choice)
  assert.deepEqual('options' in ranked && ranked.options, everyType.multi_choice.options)
})

test('a question that moves before the one that it depends on is asked of everybody', () => {
  const questions: FormQuestion[] = [
    { id: 'a', type: 'yes_no', text: 'A' },
    { id: 'b', type: 'text', text: 'B', show_if: { question_id: 'a', any_of: [true] } },
  ]
  assert.deepEqual(tidied(questions), questions)
  assert.equal(tidied(moved(questions, 1, 0))[0].show_if, undefined)
  assert.equal(tidied(questions.slice(1))[0].show_if, undefined)
  // Another type has other answers.
  assert.equal(tidied([questionOf('text', words, questions[0]), questions[1]])[1].show_if, undefined)
})

test('a copy is another question, with options of its own', () => {
  const copy = copyOf(everyType.single_choice)
  assert.notEqual(copy.id, everyType.single_choice.id)
  assert.ok('options' in copy && copy.options.every(({ id }) => !['a', 'b', 'c'].includes(id)))
})

test('what cannot be saved is named before it is sent', () => {
  const { scale, single_choice: choice, number, date } = everyType
  assert.equal(faultOf({ ...scale, text: ' ' }), 'no_text')
  assert.equal(faultOf({ ...scale, labels: ['Never', ' '] }), 'one_label')
  assert.equal(faultOf({ ...scale, min: 5, max: 5 }), 'few_steps')
  assert.equal(faultOf({ ...scale, min: 0, max: 11 }), 'few_steps')
  assert.equal(faultOf({ ...choice, options: choice.options.slice(0, 1) }), 'few_options')
  assert.equal(faultOf({ ...choice, options: [...choice.options, { id: 'd', text: '' }] }), 'no_option_text')
  assert.equal(faultOf({ ...number, min: 3, max: 2 }), 'bounds')
  for (const type of ['multi_choice', 'ranking'] as const) {
    const picks = (least?: number, most?: number) => {
      const question = { ...everyType[type], options: choice.options, other: false }
      return faultOf({ ...question, min_picks: least, max_picks: most } as FormQuestion)
    }
    const all = choice.options.length
    assert.deepEqual([picks(), picks(0, 1), picks(all, all)], [null, null, null])
    for (const [least, most] of [[2, 1], [all + 1], [1, all + 1], [1.5], [0, 0]])
      assert.equal(picks(least, most), 'picks', `${type}, ${least} to ${most}`)
  }
  assert.equal(faultOf({ ...date, earliest: '2026-02-01', latest: '2026-01-01' }), 'bounds')
})

type Simulation = ReplyOf<'simulateConfidentiality'>
type Team = Simulation['teams'][number]

const group = (name: string, people: number, facts: Partial<Team> = {}): Team => ({
  team_id: name,
  name,
  parent_team_id: null,
  people,
  scores: facts.response_rate ? 1 : 0,
  comments: 0,
  response_rate: false,
  ...facts,
})

const simulated = (recipients: number, teams: Team[], facts: Partial<Simulation> = {}) =>
  ({
    recipients,
    teams,
    confidentiality: { k_score: 5, k_rate: 5 },
    season: null,
    ...facts,
  }) as Simulation

test('a team of enough people that is hidden says whose answers could be worked out beside it', () => {
  const sales = group('Sales', 12)
  const legal = group('Legal', 3)
  const engineering = group('Engineering', 30, { response_rate: true })
  const all = [engineering, sales, legal]
  // As the page has it, which adds to what it was given.
  assert.deepEqual(restBeside(simulated(45, all), [], { ...sales }), { team: 'Legal', people: 3 })
  // With one person more, in no team.
  assert.deepEqual(restBeside(simulated(46, all), [], sales), { team: null, people: 4 })
  // A team that is too small needs no other to be hidden.
  assert.equal(restBeside(simulated(45, all), [], legal), null)
  assert.equal(restBeside(simulated(45, all), [], engineering), null)
  // Enough others: there is another reason, which the simulation does not tell.
  assert.equal(restBeside(simulated(47, all), [], sales), null)
})

test('where people count elsewhere than in the directory, nothing is said about whom a figure would reveal', () => {
  const sales = group('Sales', 12)
  const all = [sales, group('Legal', 3)]
  const season = {
    began_at: '2026-11-01T00:00:00Z',
    ends_at: '2026-12-31T00:00:00Z',
    quiet_until: null,
    waiting: 1,
    sitting_out: [],
  }
  assert.equal(restBeside(simulated(15, all, { season }), [], sales), null)
  assert.equal(restBeside(simulated(15, all), ['code'], sales), null)
})

test('people of a team that is not shown count in the nearest one above that is', () => {
  const whole = group('Company', 40, { response_rate: true })
  const development = group('Development', 20, { parent_team_id: 'Company' })
  const under = { parent_team_id: 'Development' }
  const platform = group('Platform', 9, { ...under, response_rate: true })
  const apps = group('Apps', 8, { ...under, response_rate: true })
  const design = group('Design', 3, under)
  const all = simulated(40, [whole, development, platform, apps, design])
  assert.equal(countedIn(all, design), whole)
  assert.equal(countedIn(all, whole), null)
  // Its own figure without those of its two teams would be that of Design.
  assert.deepEqual(restBeside(all, [], development), { team: 'Design', people: 3 })
})
