import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HarmKind, harmKindsOf, hasHarmSignal } from './harm.ts'

const alarming: [string, HarmKind[]][] = [
  ['My lead harasses me in every meeting.', ['harassment']],
  ['I was threatened by a colleague after the retro', ['harassment']],
  ['There are racist jokes in the team chat.', ['harassment']],
  ['Sometimes I want to kill myself', ['self_harm']],
  ["I don't want to live like this any more", ['self_harm']],
  ['I have been self-harming since the reorg', ['self_harm']],
  ['The warehouse is unsafe and two people were injured.', ['safety']],
  ['Somebody brought a gun to the office', ['safety']],
  ['He slapped me, and now I think about suicide.', ['harassment', 'self_harm']],
  ['We are bullied and the machines are dangerous machines', ['harassment', 'safety']],
]
for (const [text, kinds] of alarming)
  test(`an alarm: ${text}`, () => {
    assert.deepEqual(harmKindsOf(text), kinds)
    assert.equal(hasHarmSignal(text), true)
  })

const harmless = [
  'Please kill the process before you restart it.',
  'The deadline is killing me',
  'Shoot me an email when it is done',
  'A harmless change, self-explanatory',
  'This bug is killing our weekends',
  'I would kill for a faster laptop',
  'We jumped the gun on this release',
  'Our secret weapon is the test suite',
  'I deleted the branch by accident',
  'Stop using unsafe Rust in the parser, it is thread-unsafe',
  'It would be unsafe to deploy on a Friday',
  'Adding insult to injury, the build was red',
  'My manager pushed me to grow',
  'Releasing this now would be career suicide',
  'The harassment training was well done',
  'Rate limit abuse and API abuse are up',
  'Hit me up on Slack',
  'We are in violent agreement',
  'Kind words that really touched me',
  'I have never been bullied here',
  'The server was under attack and we were on fire',
  'Dead code everywhere, and zombie processes',
  'We should cut the meeting, it hurts',
]
for (const text of harmless)
  test(`no alarm: ${text}`, () => {
    assert.deepEqual(harmKindsOf(text), [])
    assert.equal(hasHarmSignal(text), false)
  })

test('an unclear sign raises no alarm, and is not quoted either', () => {
  for (const text of ['There was an accident', 'He is abusive', 'A violent argument in the kitchen']) {
    assert.deepEqual(harmKindsOf(text), [])
    assert.equal(hasHarmSignal(text), true)
  }
})

test('a saying does not hide a sign of harm beside it', () => {
  assert.deepEqual(harmKindsOf('The deadline is killing me and I want to end my life'), ['self_harm'])
  assert.deepEqual(harmKindsOf('By accident I saw that she is bullied'), ['harassment'])
})
