/**
 * Numbers with a unit in guides: each is a limit of the contract in words, or is in the list of those that something else decides. So a
 * limit that changes fails here until every guide says so, and a guide cannot state a number that nobody has looked up.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { test } from 'node:test'
import { limits, rateLimits } from '../contract/limits.ts'

const guides = resolve(import.meta.dirname, '../docs/guides')

const group = (value: number): string => value.toLocaleString('en')
const kib = (bytes: number): string => `${bytes / 1_024} KiB`
const mib = (bytes: number): string => `${bytes / 1_048_576} MiB`
const minutes = (seconds: number): string => `${seconds / 60} minutes`
const hours = (seconds: number): string => `${seconds / 3_600} hours`
const days = (seconds: number): string => `${seconds / 86_400} days`

/** What a guide says of a limit, in its words. */
const said: Record<string, readonly string[]> = {
  'agents.md': [
    `at most ${kib(limits.documentBytesMax)} within ${limits.documentSeconds} seconds`,
    `at most ${kib(limits.toolReplyBytesMax)} of content`,
    `its last ${limits.toolPointsMax} points`,
  ],
  'answering.md': [
    `at most ${limits.logoBytesMax / 1_024} KB, ${limits.logoPixelsMin} to ${group(limits.logoPixelsMax)} pixels`,
    `for ${limits.linksKeptDays} days after closing`,
  ],
  'authentication.md': [`expires after ${days(limits.refreshIdleSeconds)}`],
  'before-you-ask.md': [`20 for ${group(limits.recipientsMax)} people`],
  'channels.md': [
    `After ${limits.deliveryAttemptsMax} attempts`,
    `at most ${limits.remindersToEveryoneMax} reminders`,
    `at least ${hours(limits.reminderToEveryoneGapSeconds)} between`,
    `at least ${minutes(limits.reminderGapSeconds)} between`,
  ],
  'check-ins.md': [
    `at most ${limits.movedDaysMax} days`,
    `nor more than ${limits.movedDaysMax} days`,
    `up to ${limits.holidayDaysMax} days`,
    `fewer than ${limits.kScoreMin} people`,
    `(${limits.occurrenceDaysMax} days at`,
  ],
  'directory-sync.md': [
    `more than ${limits.syncDeactivationsMin} people`,
    `${group(rateLimits.directory)} requests a minute`,
    `at most ${mib(limits.scimGroupBytesMax)} and ${group(limits.scimNodesMax)} values`,
    `others have ${mib(limits.bodyBytesMax)}`,
  ],
  'directory.md': [
    `nested ${limits.teamDepthMax} levels deep`,
    `up to ${limits.filterIdsMax} members`,
    `within ${days(limits.addressChangeSeconds)}`,
    `up to ${limits.importErrorsShownMax} errors`,
    `(${mib(limits.bodyBytesMax)}, ${group(limits.jsonNodesMax)} values)`,
    `allow ${group(limits.importRowsMax)} rows`,
    `and ${mib(limits.importBytesMax)}, must`,
  ],
  'ending-surveys.md': [`stay for ${limits.deletedKeptDays} days`, `After ${limits.deletedKeptDays} days`],
  'events.md': [`kept for ${limits.eventsKeptDays} days`],
  'exports.md': [
    `for ${hours(limits.exportFileSeconds)}, has at most ${mib(limits.exportBytesMax)}`,
    `for ${hours(limits.exportFileSeconds)}.`,
  ],
  'history.md': [
    `allow ${group(limits.pastRowsMax)} rows, ${mib(limits.pastBytesMax)}, ${limits.pastPeriodsMax} periods`,
  ],
  'idempotency.md': [`for ${hours(limits.idempotencyKeySeconds)}`],
  'identity-providers.md': [
    `(${kib(limits.sessionTokenBytesMax)})`,
    `a tolerance of ${limits.sessionTokenSkewSeconds} seconds`,
  ],
  'live-state.md': [`the ${limits.liveStreamsPerApplicationMax} streams`],
  'people-and-roles.md': [`expires after ${days(limits.invitationSeconds)}`],
  'privacy.md': [
    `for ${limits.privacyExportDays} days`,
    `newest ${group(limits.privacyExportRowsMax)} entries`,
    `works for ${minutes(limits.exportLinkSeconds)}`,
    `waiting time of ${limits.organisationDeletionDays} days`,
  ],
  'retention.md': [
    `| ${limits.linksKeptDays} days from the close |`,
    `then ${limits.deletedKeptDays} days |`,
    `| ${limits.eventsKeptDays} days |`,
    `| ${limits.requestsKeptDays} days |`,
    `| ${limits.invitationsKeptDays} days after they were`,
    `| ${limits.addressChangesKeptDays} days after they ended`,
    `| ${group(limits.privacyRequestsKeptDays)} days after they ended`,
    `After ${limits.linksKeptDays} days`,
    `For ${limits.deletedKeptDays} days`,
  ],
  'talking-back.md': [
    `at most ${group(limits.replyTextLengthMax)} characters`,
    `every ${hours(limits.replyMessagesEverySeconds)}`,
    `at most ${limits.messagesPerConversationMax} messages of at most ${group(limits.messageTextLengthMax)} characters`,
  ],
  'templates.md': [
    `for ${limits.deletedKeptDays} days`,
    `at most ${limits.sliderStepsMax} values`,
    `at most ${limits.unitLengthMax} characters`,
    `2 to ${limits.scaleStepsMax} steps`,
  ],
  'webhooks.md': [
    `up to ${limits.eventsKeptDays} days`,
    `for ${hours(limits.webhookSecretOverlapSeconds)} deliveries`,
    `at most ${limits.webhookInFlightMax} requests at a time`,
  ],
  'your-answers.md': [
    `at least ${limits.kScoreMin} people who answered`,
    `at least ${limits.kCommentMin} people, in no particular order`,
    `in steps of ${limits.kRateMin} or more`,
  ],
}

/** What something else decides: an example, a measurement, another service, or a number that the code beside it tests. */
const decidedElsewhere: Record<string, readonly string[]> = {
  'actions.md': ['at least 12 answers'],
  'analysing-text.md': [
    'first 200 answers',
    'longer than 1,000,000 characters',
    'at most 200,000,000 characters',
  ],
  'answering.md': ['a dot and 40 characters', '16 characters or more', 'under https, 30 days'],
  'before-you-ask.md': [
    'in 2,000 teams',
    '60 days from the first survey',
    '56 days in a',
    'less than 28 days ago',
    '10 seconds for a rating',
  ],
  'channels.md': [
    'at most 320 characters',
    '4 … 64 minutes',
    'pauses for 1 second',
    'within 15 seconds',
    'at most 64 KiB',
    'parts of 153 characters',
  ],
  'check-ins.md': [
    '60 and 90 days',
    'less than 14 days',
    'with 12 people',
    'a day to 31 days',
    'an hour to 31 days',
  ],
  'citus.md': ['while 240 answers', '(30 seconds)'],
  'directory-sync.md': [
    'of 79 requests',
    'for 20,000 members',
    'of 10,000 people and 500 groups',
    'to 24,000 requests',
    'to 13 minutes',
  ],
  'directory.md': ['within 30 seconds'],
  'events.md': ['up to 25 seconds'],
  'exports.md': ['at most 1,048,575 rows', 'at most 32,767 characters'],
  'history.md': ['within 30 seconds', 'than 28 days ago', 'until the 28 days', 'within 28 days'],
  'identity-providers.md': ['after 10 minutes', 'for 24 hours', '4 … 60 seconds'],
  'insights.md': ['(11 answers)'],
  'language-model.md': ['has 30 seconds', 'about 9,600 characters', 'takes 30 seconds'],
  'live-state.md': ['every 15 seconds'],
  'microsoft-teams.md': ['from 11 values', 'has 11 values', 'up to 4,000 characters'],
  'monitoring.md': ['more than 500 messages'],
  'people-and-roles.md': ['every 30 seconds'],
  'retention.md': [
    '| 730 days from its close |',
    '| 90 days from the close |',
    '| 1,095 days |',
    '| 400 days |',
  ],
  'several-nodes.md': [
    'every 0.3 seconds',
    'within 0.05 seconds',
    'within 3 seconds',
    'supervisor 45 seconds',
  ],
  'slack.md': ['from 11 values', 'up to 3,000 characters', 'more than 75 characters'],
  'templates.md': ['asked 30 days after joining'],
  'webhooks.md': ['within 15 seconds', 'after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours'],
}

const units =
  'KiB|MiB|KB|seconds?|minutes|hours|days|people|characters|rows|levels|values|attempts|reminders|streams|requests|messages|answers|periods|pixels|errors|entries|teams|points|groups|members'
const numberWithUnit = new RegExp(`(?<![\\w.,§-])\\d[\\d,.]* (?:${units})\\b`, 'g')

/** Without blocks of code; the words of a line may go on in the next. */
const proseOf = (file: string): string =>
  readFileSync(join(guides, file), 'utf8')
    .replaceAll(/^```[^]*?^```/gm, '')
    .replaceAll(/\n[ >]*/g, ' ')

/** Where a phrase is in a text, from and to. */
function placesOf(text: string, phrase: string): [number, number][] {
  const places: [number, number][] = []
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1))
    places.push([at, at + phrase.length])
  return places
}

const files = globSync('*.md', { cwd: guides }).map((file) => basename(file))

test('guides say each limit as the contract has it', () => {
  for (const [file, phrases] of Object.entries(said))
    for (const phrase of phrases)
      assert.ok(proseOf(file).includes(phrase), `${file} does not say “${phrase}”`)
})

test('every number with a unit in a guide is a limit, or known to be decided elsewhere', () => {
  const unknown: string[] = []
  for (const file of files) {
    const prose = proseOf(file)
    const known = [...(said[file] ?? []), ...(decidedElsewhere[file] ?? [])].flatMap((phrase) =>
      placesOf(prose, phrase),
    )
    for (const { 0: words, index } of prose.matchAll(numberWithUnit))
      if (!known.some(([from, to]) => from <= index && index + words.length <= to))
        unknown.push(`${file}: ${prose.slice(Math.max(0, index - 40), index + words.length + 20)}`)
  }
  assert.deepEqual(unknown, [])
})

test('nothing is listed as decided elsewhere that no guide says', () => {
  for (const [file, phrases] of Object.entries(decidedElsewhere))
    for (const phrase of phrases)
      assert.ok(proseOf(file).includes(phrase), `${file} does not say “${phrase}”`)
})
