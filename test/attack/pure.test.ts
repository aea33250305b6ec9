/**
 * The attacker against the gate's own functions: over thousands of random organisations they know the directory, where
 * everybody counts, who answered which question and how cells are planned; they have every figure of every team and solve
 * them exactly. They must find nothing about fewer than k people. Against the usual method, and against ours with a rule left
 * out, the same attacker must win, or the test proves nothing.
 *
 * SONDE_LONG=1 tries ten times as many.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  answerersOf,
  diceOf,
  type Organisation,
  peopleOf,
  questions,
  randomOrganisation,
  recipientsOf,
} from './organisation.ts'
import {
  gate,
  gateByAttribute,
  gateRates,
  plainThreshold,
  type Method,
  withEveryMembership,
  withoutMerging,
  withSharedCells,
} from './published.ts'
import { derivableGroups, echelonOf, isExactlyDerivable, reduced, rowsOf } from './row-space.ts'

const count = process.env.SONDE_LONG ? 20_000 : 2_000

let organisations: Organisation[] = []

before(() => {
  organisations = Array.from({ length: count }, (_, index) => randomOrganisation(index + 1))
})

type Exposure = {
  broken: number
  people: number
  figures: number
  sample: { sets: number[][]; group: number[] }[]
}

/** Every instance and question by itself: answers differ from one to the next. */
function attack(method: Method): Exposure {
  const exposed: Exposure = { broken: 0, people: 0, figures: 0, sample: [] }
  for (const organisation of organisations) {
    const found = new Set<number>()
    for (const period of organisation.periods) {
      for (const question of questions) {
        const sets = method(organisation, period, question).map(({ people }) => people)
        exposed.figures += sets.length
        for (const group of derivableGroups(sets, organisation.people, organisation.k)) {
          if (exposed.sample.length < 200) exposed.sample.push({ sets, group })
          for (const person of group) found.add(person)
        }
      }
    }
    exposed.people += found.size
    if (found.size > 0) exposed.broken++
  }
  return exposed
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`

test('no sum of figures is about fewer than k people, and the same attacker breaks every weaker method', (t) => {
  const people = organisations.reduce((sum, organisation) => sum + organisation.people, 0)
  const report = (name: string, method: Method): Exposure => {
    const exposed = attack(method)
    t.diagnostic(
      `${name.padEnd(46)} ${String(exposed.figures).padStart(7)} figures · broken ${percent(exposed.broken, count)} of ` +
        `organisations · in groups below k ${percent(exposed.people, people)} of people`,
    )
    return exposed
  }
  const ours = report('the gate', gate)
  assert.ok(ours.figures > 10 * count, 'figures leave at all')
  assert.deepEqual([ours.broken, ours.people], [0, 0])

  const plain = report('each team of k answerers, without another rule', plainThreshold)
  assert.ok(plain.broken > 0.2 * count)
  for (const [name, method] of [
    ['ours, without merging remainders', withoutMerging],
    ['ours, one division for questions that some people skip', withSharedCells],
    ['ours, members of two teams counted in both', withEveryMembership],
  ] as const) {
    const weaker = report(name, method)
    assert.ok(weaker.broken > 0, name)
    for (const { sets, group } of weaker.sample) {
      const rows = rowsOf(sets, 60)
      assert.ok(
        isExactlyDerivable(rows, rowsOf([group], 60)[0]),
        'what was found modulo a prime holds in whole numbers',
      )
    }
  }
})

test('elimination person by person, without atoms, finds no group below k either', () => {
  const dice = diceOf(7)
  for (const { people, k, periods } of organisations.slice(0, count / 10)) {
    for (const period of periods) {
      const [question] = questions
      const sets = gate({ seed: 0, people, k, periods }, period, question).map((figure) => figure.people)
      const rows = rowsOf(sets, people)
      const echelon = echelonOf(rows)
      const answerers = answerersOf(period, question.id)
      const groups = [
        ...answerers.map((person) => [person]),
        ...Array.from({ length: 10 }, () => answerers.filter(() => dice.chance(2 / answerers.length))),
      ].filter(({ length }) => length > 0 && length < k)
      for (const indicator of rowsOf(groups, people))
        assert.ok(reduced(echelon, indicator).some((value) => value !== 0))
      // The prime hides nothing: whole numbers give the same.
      if (dice.chance(0.05))
        for (const indicator of rowsOf(groups.slice(-3), people))
          assert.ok(!isExactlyDerivable(rows, indicator))
    }
  }
})

test('c insiders who add their own answers learn nothing about fewer than k − c others', (t) => {
  const dice = diceOf(11)
  const least = new Map<number, number>()
  for (const organisation of organisations) {
    for (const period of organisation.periods) {
      const question = dice.pick(questions)
      const answerers = answerersOf(period, question.id)
      if (answerers.length === 0) continue
      const insiders = new Set(
        Array.from({ length: dice.whole(1, organisation.k - 1) }, () => dice.pick(answerers)),
      )
      const sets = gate(organisation, period, question).map(({ people }) => people)
      const limit = organisation.k - insiders.size
      assert.deepEqual(derivableGroups(sets, organisation.people, limit, insiders), [])
      const [smallest] = derivableGroups(sets, organisation.people, organisation.k, insiders)
      if (smallest && organisation.k === 5) {
        const known = least.get(insiders.size) ?? Infinity
        least.set(insiders.size, Math.min(known, smallest.length))
      }
    }
  }
  for (const [insiders, others] of [...least].toSorted(([a], [b]) => a - b)) {
    t.diagnostic(`k = 5: ${insiders} insiders resolved ${others} others together, never fewer`)
    // The bound is met, so the insiders do attack.
    assert.equal(others, 5 - insiders)
  }
})

test('rates and numbers of answers together are about k people or more, so nobody’s silence follows', () => {
  for (const organisation of organisations) {
    for (const period of organisation.periods) {
      const recipients = recipientsOf(period)
      // Everybody who answers at all answers the first question, so its n is a rate too.
      const [required] = questions
      const sets = [
        ...(recipients.length < organisation.k ? [] : [recipients]),
        ...gateRates(organisation, period),
        ...gate(organisation, period, required).map(({ teams }) =>
          recipients.filter((person) => teams.some((team) => peopleOf(period, team, [person]).length > 0)),
        ),
      ]
      assert.deepEqual(derivableGroups(sets, organisation.people, organisation.k), [])
    }
  }
})

test('figures by team and by attribute together resolve no fewer than k people', (t) => {
  const dice = diceOf(13)
  let divided = 0
  for (const organisation of organisations) {
    const sites = ['north', 'south', 'west'].slice(0, dice.whole(2, 3))
    const values = Array.from({ length: organisation.people }, () =>
      dice.chance(0.05) ? null : dice.chance(0.05) ? 'nowhere' : dice.pick(sites),
    )
    for (const period of organisation.periods) {
      const { teams, groups } = gateByAttribute(organisation, period, dice.pick(questions), values)
      if (groups.length > 0) divided++
      assert.deepEqual(derivableGroups([...teams, ...groups], organisation.people, organisation.k), [])
    }
  }
  t.diagnostic(`figures by the attribute in ${divided} cases`)
  assert.ok(divided > count / 50)
})
