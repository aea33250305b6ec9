import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import { answersInHalves, codedAnswers, halvesOfAnswers } from '../../test/support/drivers-answers.ts'
import { drivers } from './driver-taxonomy.ts'
import { clausesOf } from './clauses.ts'
import {
  driversOf,
  driversOfAnswer,
  driversOfClauses,
  frequentWords,
  mainDriverOf,
  readByRules,
} from './drivers.ts'

const cases: [string, string[]][] = [
  ['Nobody picks up, and after a month I never heard back', ['service']],
  ['No idea who decides, you get two different answers', ['clarity']],
  ['The two groups never meet, each for themselves', ['collaboration']],
  ['It is always the same people, who shouts loudest gets served', ['fairness_inclusion']],
  ['Nobody tells us, we are always the last to know', ['lead_communication']],
  ['There is simply too much work for three of us', ['workload']],
  ['The deadlines are impossible', ['workload']],
  ['I am close to burning out', ['wellbeing']],
  ['It is unclear who decides', ['clarity']],
  ['Priorities change every week', ['clarity']],
  ['My laptop takes ten minutes to start', ['tools']],
  ['I am bored, my skills are wasted', ['strengths_use']],
  ['Nobody ever notices our effort and I feel taken for granted', ['recognition']],
  ['My manager has no time for one-on-ones', ['manager_support', 'lead_communication']],
  ['I see no way to get promoted', ['growth']],
  ['They do not listen to us', ['voice']],
  ['I want my work to make a difference', ['purpose']],
  ['My colleagues are the best part of the day', ['peers']],
  ['I hardly ever get feedback', ['feedback_progress']],
  ["I'm being micromanaged", ['autonomy']],
  ['Let us work from home on Fridays', ['flexibility']],
  ['My salary is below the market', ['pay']],
  ['Senior leadership does not explain the reorganisation', ['leadership_change']],
  ['Too many meetings', ['meetings_process']],
  ['Promotions go to favourites, it is unfair', ['growth', 'fairness_inclusion']],
  ['Health insurance is poor', ['pay']],
  ['In my opinion we walk to lunch too early, of course', []],
  ['constructor __proto__ toString', []],
  ['', []],
]
for (const [clause, expected] of cases) {
  test(`drivers of ${JSON.stringify(clause)}: ${expected.join(', ') || 'none'}`, () =>
    assert.deepEqual(driversOf(clause), expected))
}

/** A phrase with a word in place of each class. */
const withMembers = (phrase: string): string =>
  phrase
    .replace('{lead}', 'manager')
    .replaceAll('{unit}', 'department')
    .replace('{client}', 'patients')
    .replace('{staff}', 'employees')

test('there are 22 drivers with definitions, sources and phrases that name them', () => {
  assert.equal(new Set(driverIds).size, 22)
  assert.deepEqual(
    drivers().map(({ id }) => id),
    driverIds,
  )
  for (const { id, name, definition, items, sources, phrases } of drivers()) {
    assert.ok(name && definition && sources.length > 0 && phrases.length >= 25, id)
    assert.ok(items.length >= 2 && items.length <= 3 && items.every((item) => item.length < 90), id)
    for (const [phrase, weight] of phrases) {
      if (weight >= 1) assert.ok(driversOf(withMembers(phrase)).includes(id), `${id}: ${phrase}`)
    }
  }
})

const forms: Record<DriverId, [praise: string, complaint: string, wish: string]> = {
  workload: ['The workload is fine', 'The workload is unbearable', 'I wish the workload were smaller'],
  wellbeing: ['There is little stress', 'The stress is too much', 'Please do something against the stress'],
  clarity: ['Priorities are clear', 'Nobody sets priorities', 'I would like to have clear priorities'],
  tools: ['The laptops are great', 'The laptops are slow', 'We should get new laptops'],
  strengths_use: ['I can use my skills', 'I cannot use my skills', 'I want to use my skills more'],
  recognition: ['I feel appreciated', "I don't feel appreciated", 'I would love to be appreciated'],
  manager_support: ['My manager is great', 'My manager is never there', 'If only my manager were here more'],
  growth: ['The training was excellent', 'There is no training', 'More training, please'],
  voice: ['They listen to us', "They don't listen to us", 'I wish they would listen to us'],
  purpose: ['My work is meaningful', 'My work is meaningless', 'I would like to do something meaningful'],
  peers: ['I have great colleagues', 'My colleagues are never helpful', 'More help among colleagues'],
  feedback_progress: ['I get enough feedback', 'I never get feedback', 'Give me more feedback'],
  autonomy: ['I have a lot of freedom', 'I have no freedom at all', 'Give us more freedom'],
  flexibility: [
    'Flexible hours are great',
    'The hours are not flexible',
    'Could the hours be more flexible?',
  ],
  pay: ['The salary is good', 'The salary is too low', 'I hope for a better salary'],
  leadership_change: [
    'Senior leadership is good',
    'Senior leadership is bad',
    'I want better senior leadership',
  ],
  meetings_process: ['Our meetings are short', 'Our meetings are endless', 'Can we have fewer meetings?'],
  hiring: ['Recruiting is quick', 'Recruiting is far too slow', 'I wish recruiting were faster'],
  service: ['There are few customer complaints', 'Customers have to wait', 'We should focus on customers'],
  collaboration: ['No silos here', 'Silos everywhere', 'Please break the silos'],
  lead_communication: [
    'My boss keeps us informed',
    'My boss never tells us anything',
    'I would like to talk with my boss more often',
  ],
  fairness_inclusion: ['People are treated fairly', 'I was treated unfairly', 'Please treat everyone fairly'],
}
for (const [driver, texts] of Object.entries(forms)) {
  test(`${driver} is named by praise, complaint and wish alike`, () =>
    assert.deepEqual(
      texts.map((text) => driversOf(text)),
      texts.map(() => [driver]),
    ))
}

const nothing = [
  'Please pay attention to this',
  'People are not tools',
  'We use npm as a package manager',
  'I want to raise an issue',
  'Everybody would benefit from it',
  'The task manager shows nothing',
  'As a matter of fact',
  'It takes place in May',
  'I was in a fairly good position',
  'Feel free to call me',
  'It is under version control',
  'The landing page has a light touch',
  'I read that in a blog post on social media',
  'The host of the meetup was late',
]
for (const text of nothing)
  test(`no driver is named by ${text}`, () => assert.deepEqual(driversOfAnswer(text), []))

test('a misspelt word still names its driver', () => {
  const misspelt = [
    'better managment',
    'more recongition',
    'beaurocracy',
    'work life ballance',
    'no oppurtunities',
    'flexable hours',
  ]
  assert.deepEqual(
    misspelt.map((text) => driversOfAnswer(text)),
    [
      ['manager_support'],
      ['recognition'],
      ['meetings_process'],
      ['flexibility'],
      ['growth'],
      ['flexibility'],
    ],
  )
})

test('a driver mentioned in passing is left out, one in a list is not', () => {
  assert.deepEqual(driversOfAnswer('My manager pays for training'), ['growth'])
  assert.deepEqual(driversOfAnswer('Salary, colleagues and food'), ['tools', 'peers', 'pay'])
  assert.deepEqual(driversOfAnswer('Colleagues who are paid by the hour earn more than the rest'), ['pay'])
})

test('a hint counts only in an answer without anything else', () => {
  assert.deepEqual(driversOfClauses(['hours']), [['flexibility']])
  assert.deepEqual(driversOfClauses(['The salary is low', 'I count the hours']), [['pay'], []])
})

const comments = codedAnswers('drivers-comments.txt')

// No measure of quality, since the phrases were written with these in sight: it only keeps them from getting worse.
test('invented comments get the drivers that a careful reader gives them', () => {
  const counts = { right: 0, wrong: 0, missing: 0, exact: 0 }
  for (const { text, wanted } of comments) {
    const found: string[] = driversOfAnswer(text)
    const right = found.filter((driver) => wanted.includes(driver)).length
    counts.right += right
    counts.wrong += found.length - right
    counts.missing += wanted.length - right
    counts.exact += right === found.length && right === wanted.length ? 1 : 0
  }
  const f1 = (2 * counts.right) / (2 * counts.right + counts.wrong + counts.missing)
  assert.ok(
    comments.length >= 500 && f1 >= 0.95 && counts.exact / comments.length >= 0.92,
    JSON.stringify(counts),
  )
})

test('an answer names the drivers of all its clauses', () => {
  assert.deepEqual(driversOfAnswer('Great colleagues, but the pay is low. Meetings all day.'), [
    'peers',
    'pay',
    'meetings_process',
  ])
})

test('repeating a weak word does not make a driver of it', () => {
  assert.deepEqual(driversOf('busy '.repeat(200)), [])
})

const prominent: [what: string, answer: string, drivers: DriverId[]][] = [
  [
    'the subject of several clauses, not what is mentioned once',
    'My salary is too low. The salaries were frozen, and a raise is not planned. We had a meeting on it.',
    ['pay'],
  ],
  ['two subjects of equal weight', 'The pay is poor. The training is poor.', ['growth', 'pay']],
  ['a cause and not the feeling it leaves', 'The deadlines leave me stressed', ['workload']],
  ['a feeling where no cause is named', 'I am exhausted and close to tears', ['wellbeing']],
  ['no employer noun without a predicate', 'The ministry moved my team to another floor in May', []],
  ['an employer noun with a judging word', 'We have an incompetent boss', ['manager_support']],
  [
    'an employer noun with a verb',
    'Management never explains anything to the rest of us',
    ['leadership_change'],
  ],
  ['colleagues only when they are judged', 'My team has moved to the third floor', []],
  ['colleagues that are judged', 'My team is wonderful', ['peers']],
  ['no needs that are met', 'It meets my needs', []],
  ['no thought that is recognised', 'I recognise that these are difficult times', []],
  ['nobody who stands up for a cause', 'Please stand up for what is right', []],
  ['no priority by itself', 'For me this is a priority', []],
  ['service to those it is for', 'Patients wait for hours in the corridor', ['service']],
  [
    'work between units',
    'Our department and the finance department never talk to each other',
    ['collaboration'],
  ],
  ['posts and those who may fill them', 'The best candidates were not even invited', ['hiring']],
  ['a lead who does not reply', 'My supervisor never answers when I write', ['lead_communication']],
]
for (const [what, answer, wanted] of prominent)
  test(`an answer is about ${what}`, () => assert.deepEqual(driversOfAnswer(answer), wanted))

test('words that nearly everybody writes say nothing of one answer', () => {
  const answers = Array.from({ length: 60 }, (_, i) =>
    i % 10 === 0 ? 'The volunteers came' : `Sentence ${i}`,
  )
  const frequent = frequentWords(answers)
  assert.deepEqual(
    [frequent.has('volunteer'), frequent.has('cam'), frequent.has('sentenc')],
    [true, true, true],
  )
  assert.deepEqual(driversOfAnswer('volunteers'), ['hiring'])
  assert.deepEqual(driversOfAnswer('volunteers', { frequent }), [])
  assert.deepEqual(frequentWords(answers.slice(0, 20)), new Set())
})

test('an answer that names nothing else is about what the question asks for', () => {
  assert.deepEqual(driversOfAnswer('Very useful', { about: 'tools' }), ['tools'])
  assert.deepEqual(driversOfAnswer('Everything takes so long', { about: 'tools' }), ['tools'])
  assert.deepEqual(driversOfAnswer('Great, but the pay is low', { about: 'tools' }), ['pay'])
  assert.deepEqual(driversOfAnswer('Very useful'), [])
})

test('another driver in passing does not displace what the question asks for, and several phrases do', () => {
  const passing = 'It falls over twice a day and my manager calls a supplier each time'
  assert.deepEqual(driversOfAnswer(passing, { about: 'tools' }), ['tools'])
  const other = 'I would rather talk about my salary, which is below the market, and about the bonus'
  assert.deepEqual(driversOfAnswer(other, { about: 'tools' }), ['pay'])
})

test('an answer of somebody who does not know what the question asks for is about nothing', () => {
  for (const text of [
    'Never looked at it',
    'No idea what this is',
    "We haven't asked for help yet!",
    'Too early to tell',
    "Haven't used it yet, but it has been offered",
  ])
    assert.deepEqual(driversOfAnswer(text, { about: 'tools' }), [], text)
  assert.deepEqual(driversOfAnswer("I wasn't aware of any tools here", { about: 'tools' }), ['clarity'])
  assert.deepEqual(driversOfAnswer('Not familiar with it, but it looks useful', { about: 'tools' }), [
    'tools',
  ])
})

test('a long answer that names many drivers is about the two that weigh most', () => {
  const text =
    'The pay is low and the salary is frozen. Nobody gets training, and courses are cancelled. The canteen is closed. Managers never listen.'
  assert.deepEqual(driversOfAnswer(text), ['growth', 'pay'])
})

test('a noun that looks like a form of another word keeps its sense', () => {
  assert.deepEqual(driversOfAnswer('Rewards are handed out at random'), ['recognition'])
  assert.deepEqual(driversOfAnswer('The work is rewarding'), ['purpose'])
  assert.deepEqual(driversOfAnswer('The network is slow'), ['tools'])
  assert.deepEqual(driversOfAnswer('The lighting is too bright'), ['tools'])
})

test('a driver that is only suggested, far into a long answer, is not its subject', () => {
  const words = Array.from({ length: 20 }, (_, i) => `word${i}`).join(' ')
  assert.deepEqual(driversOfAnswer('In December the suggestions'), ['voice'])
  assert.deepEqual(driversOfAnswer(`In December ${words} the suggestions`), [])
})

const quantities: [string, DriverId][] = [
  ['Meetings took 3 hours a day', 'meetings_process'],
  ['I spend four hours a day in meetings', 'meetings_process'],
  ['Emails eat half of my day', 'meetings_process'],
  ['Training took three days of my week', 'growth'],
  ['We work 12 hours a day', 'workload'],
]
for (const [text, driver] of quantities)
  test(`what takes time is the subject: ${text}`, () => assert.deepEqual(driversOfAnswer(text), [driver]))

test('a quote is about one driver: its subject, named again, or asked for', () => {
  assert.equal(mainDriverOf('My salary is below the market'), 'pay')
  assert.equal(mainDriverOf('The pay is poor. The training is poor.'), null)
  assert.equal(mainDriverOf('I have worked here for years'), null)
  assert.equal(mainDriverOf('The pay is far too low for what we carry'), 'pay')
  const passing = 'Last year in the autumn we were told of the reorganisation by the press'
  assert.equal(driversOfAnswer(passing).join(), 'leadership_change')
  assert.equal(mainDriverOf(passing), null)
  assert.equal(mainDriverOf(passing, { about: 'leadership_change' }), 'leadership_change')
  assert.equal(mainDriverOf(''), null)
})

test('answers to surveys get the drivers that a careful coder gives them', () => {
  for (const answers of Object.values(halvesOfAnswers())) {
    const exact = answers.filter(
      ({ text, wanted }) => driversOfAnswer(text).toSorted().join() === wanted.toSorted().join(),
    )
    assert.ok(answers.length >= 150 && exact.length / answers.length >= 0.6, String(exact.length))
  }
})

test('the model agrees with a coder more than the rules alone, on answers that neither was made with', () => {
  for (const file of answersInHalves) {
    const { check } = halvesOfAnswers(file)
    const exact = (code: (text: string) => readonly string[]): number =>
      check.filter(({ text, wanted }) => code(text).toSorted().join() === wanted.toSorted().join()).length
    const rules = exact((text) => [...new Set(readByRules(clausesOf(text)).found.flat())])
    const revised = exact((text) => driversOfAnswer(text))
    assert.ok(revised > rules, `${revised} and ${rules} of ${check.length}`)
  }
})

test('a driver that no phrase names comes where words speak for it', () => {
  const clause =
    'I am not allowed to make any decisions by myself, although I have been in this job for longer than anybody'
  assert.deepEqual(readByRules([clause]).found, [[]])
  assert.deepEqual(driversOfClauses([clause]), [['autonomy']])
})

test('an answer of a few words is about what its phrases name', () => {
  for (const text of ['Patients wait for hours in the corridor', 'The network is slow', 'volunteers'])
    assert.deepEqual(driversOfAnswer(text), [...new Set(readByRules([text]).found.flat())], text)
})
