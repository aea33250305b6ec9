/**
 * The promise in words and as data, from one object: the sentence that a respondent reads and the JSON that a program reads
 * cannot differ. Its hash covers what was promised and is the same in every language.
 */
import type { ConfidentialityPromise } from '../../contract/confidentiality.ts'
import { sha256 } from '../ids.ts'
import { textsOf } from '../../locales/catalogue.ts'
import type { English } from '../../locales/en.ts'
import { afterColon, inWords, joinSentences, type Language } from '../language.ts'
import type { Policy } from '../cells/cells.ts'

export type Reader = { user_id: string; name: string }

type Line = Exclude<
  keyof English['promise'],
  | 'season_dates'
  | 'kept_days'
  | 'kept_until'
  | 'kept_deleted'
  | 'kept_figures'
  | 'kept_hold'
  | 'kept_may_be_held'
  | 'results_row'
  | `others_${string}`
  | `new_reason${string}`
  | 'new_advice'
  | `who_${string}`
  | `headline_${string}`
  | `label_${string}`
  | `name_${string}`
  | `kept_short_${string}`
  | `new_people${string}`
  | `recent_members${string}`
>

type Known = Pick<
  ConfidentialityPromise,
  'mode' | 'breakdown' | 'language_model' | 'links_delivered_by' | 'codes' | 'results_audience'
>

const linesOf = ({
  mode,
  breakdown,
  language_model: model,
  links_delivered_by: deliverer,
  codes,
  results_audience: audience,
}: Known): Line[] => [
  'whole_groups',
  ...(breakdown ? ([breakdown.instead_of_teams ? 'breakdown_instead' : 'breakdown'] as const) : []),
  'thresholds',
  ...(mode === 'attributed' ? [] : (['ends'] as const)),
  'season',
  `results_${audience}`,
  ...(mode === 'attributed'
    ? (['readers_see', 'counts_shown'] as const)
    : (['nothing_before_close'] as const)),
  ...(mode === 'anonymous' ? (['sealed', 'until_then'] as const) : []),
  'comments',
  ...(model ? (['language_model'] as const) : []),
  ...(deliverer ? (['links_by'] as const) : []),
  ...(codes ? (['codes'] as const) : []),
  'harm',
  'receipt',
]

/** What a line of the details is about. */
export type Subject = 'who' | 'groups' | 'kept'

const subjects: Readonly<Partial<Record<Line, Subject>>> = {
  whole_groups: 'groups',
  breakdown: 'groups',
  breakdown_instead: 'groups',
  thresholds: 'groups',
  ends: 'groups',
  season: 'groups',
  sealed: 'kept',
  until_then: 'kept',
  receipt: 'kept',
}

/** The details of a promise about one subject, in their order. The last, without a name, are the dates of its groups. */
export function detailsAbout(subject: Subject, promise: ConfidentialityPromise): string[] {
  const lines = linesOf(promise)
  const subjectAt = (at: number): Subject => (at < lines.length ? (subjects[lines[at]!] ?? 'who') : 'groups')
  return promise.details.filter((_line, at) => subjectAt(at) === subject)
}

/** By name: who reads answers with names, and who reads results where their audience is listed. */
export type Readers = { readonly ofNames: Reader[]; readonly ofResults: Reader[] }

export function promiseOf(
  policy: Policy,
  { ofNames, ofResults }: Readers,
  hash: string | null,
  language: Language = 'en',
): ConfidentialityPromise {
  const text = textsOf('promise', language)
  const listOf = (readers: readonly Reader[]): string =>
    inWords.list(
      language,
      readers.map(({ name }) => name),
      'conjunction',
    )
  const values = {
    k_score: policy.k_score,
    k_comment: policy.k_comment,
    k_rate: policy.k_rate,
    attribute: policy.breakdown?.attribute ?? '',
    language_model: policy.language_model ?? '',
    links_by: policy.links_by?.name ?? '',
    readers: ofNames.length === 0 ? text('author') : listOf(ofNames),
    results_readers: ofResults.length === 0 ? text('author') : listOf(ofResults),
  }
  const known: Known = {
    mode: policy.mode,
    results_audience: policy.results_audience,
    breakdown: policy.breakdown,
    language_model: policy.language_model ?? null,
    links_delivered_by: policy.links_by?.name ?? null,
    codes: policy.codes === true,
  }
  return {
    ...known,
    k_score: policy.k_score,
    k_comment: policy.k_comment,
    k_rate: policy.k_rate,
    audience: policy.mode === 'attributed' ? ofNames : [],
    results_readers: ofResults,
    sentence: text(policy.mode, values),
    headline: headlineOf(language, policy.mode, (policy.recent?.added ?? 0) > 0, values),
    summary: summaryOf(policy, values.readers, language),
    recent_members: recentMembers(policy, language),
    season: policy.season ?? null,
    details: [...linesOf(known).map((line) => text(line, values)), ...seasonDates(policy, language)],
    ...retentionOf(policy, language),
    frozen: hash !== null,
    hash,
  }
}

type Row = ConfidentialityPromise['summary'][number]

/** What a page says first. Where people were added recently, it says that groups may protect less: nothing below it has to take anything back. */
export function headlineOf(
  language: Language,
  mode: Policy['mode'],
  hasRecent: boolean,
  names: { readonly readers: string },
): string {
  const text = textsOf('promise', language)
  return mode === 'attributed'
    ? text('headline_attributed', names)
    : text(hasRecent ? `headline_${mode}_new` : `headline_${mode}`)
}

/** What matters most in a few words each: whose name, of how many people, who reads it, how long, and who came recently. */
function summaryOf(policy: Policy, readers: string, language: Language): Row[] {
  const text = textsOf('promise', language)
  const { mode, k_score, k_comment, results_audience: audience, recent } = policy
  const row = (about: Row['about'], words: string): Row => ({
    about,
    label: text(`label_${about}`),
    text: words,
  })
  return [
    ...(mode === 'attributed'
      ? [
          row('with_name', text('headline_attributed', { readers })),
          row(
            'without_name',
            audience === 'author'
              ? text('others_none')
              : text('others_see', { who: text(`others_${audience}`), k_score, k_comment }),
          ),
        ]
      : [
          row('name', text(`name_${mode}`)),
          row('results', text('results_row', { k: k_score, k_comment })),
          row('readers', text(`who_${audience}`)),
        ]),
    row('kept', keptInShort(policy, language)),
    ...(recent && recent.added > 0 && !isReadByNameAlone(policy)
      ? [row('new', newReason(mode, recent, language))]
      : []),
  ]
}

/** Whoever reads answers with names reads nothing in a group that the names do not say. */
const isReadByNameAlone = ({ mode, results_audience: audience }: Policy): boolean =>
  mode === 'attributed' && audience === 'author'

/** What may follow for somebody whose group is new: a smaller group, or where names are seen, being told apart in what others see without them. */
function newReason(mode: Policy['mode'], recent: Recent, language: Language): string {
  const text = textsOf('promise', language)
  const people = text(
    isByAskerAlone(recent) ? 'new_people_all_by_asker_alone' : `new_people${kindOf(recent)}`,
    recent,
  )
  return mode === 'attributed'
    ? text('new_reason_named', { people: afterColon(people, language) })
    : text('new_reason', { people })
}

/** That people were added recently: no row among reassurances. */
export const isCaveat = ({ about }: Row): boolean => about === 'new'

/** What to do about it. Where names are seen it would take back what the promise begins with. */
export const adviceOf = ({ mode }: Pick<ConfidentialityPromise, 'mode'>, language: Language): string | null =>
  mode === 'attributed' ? null : textsOf('promise', language)('new_advice')

/**
 * What is open, and what folds: how long answers are kept, and that no name is stored where the headline says so, because members were added
 * recently. Anyone who reads only what is open is promised no more than what holds.
 */
export function rowsIn({
  summary,
  mode,
}: Pick<ConfidentialityPromise, 'summary' | 'mode'>): readonly [Row[], Row[]] {
  const isSaid = mode === 'anonymous' && summary.some(isCaveat)
  const isFolded = ({ about }: Row): boolean => about === 'kept' || (about === 'name' && isSaid)
  return [summary.filter((row) => !isFolded(row)), summary.filter(isFolded)]
}

function seasonDates({ season }: Policy, language: Language): string[] {
  if (!season) return []
  const days = { since: utcDay(season.began_at, language), until: utcDay(season.ends_at, language) }
  return [textsOf('promise', language)('season_dates', days)]
}

/**
 * How long answers are kept. Before close in days, so that extending the survey changes nothing that was said; afterwards by the date.
 * That a hold may stop the deletion is said to everybody from the beginning; that it does, while it does.
 */
function retentionOf(policy: Policy, language: Language) {
  const text = textsOf('promise', language)
  const { days, due, deleted, isHeld } = deletionOf(policy)
  const own =
    deleted !== null
      ? text('kept_deleted', { when: utcDay(deleted, language) })
      : due !== null
        ? text('kept_until', { when: utcDay(lastMomentOf(due), language) })
        : days !== null
          ? text('kept_days', { time: inWords.exactPeriod(language, days) })
          : text('retention')
  const isKept = deleted === null
  const mayBeHeld = isKept && days !== null ? text('kept_may_be_held') : null
  const hold = isHeld && isKept ? text('kept_hold') : mayBeHeld
  const figures = isKept && days === null ? null : text('kept_figures')
  return {
    retention: joinSentences(own, figures, hold),
    retention_days: days,
    answers_due_at: due,
    answers_deleted_at: deleted,
    legal_hold: isHeld,
  }
}

/** It matters little in which hour of the day. */
const utcDay = (at: string, language: Language): string =>
  inWords.day(language, new Date(at).toISOString().slice(0, 10))

/** Deletion begins once it is due, and a day is room enough for what keeps it from beginning or makes it long. */
const lastMomentOf = (due: string): string => new Date(Date.parse(due) + 86_400_000).toISOString()

const deletionOf = ({ retention_days: promised, kept }: Policy) => ({
  days: kept ? kept.days : promised,
  due: kept?.due_at ?? null,
  deleted: kept?.deleted_at ?? null,
  isHeld: kept?.held === true,
})

function keptInShort(policy: Policy, language: Language): string {
  const text = textsOf('promise', language)
  const { days, due, deleted, isHeld } = deletionOf(policy)
  if (deleted !== null) return text('kept_short_gone', { when: utcDay(deleted, language) })
  const kept =
    due !== null
      ? text('kept_short_until', { when: utcDay(due, language) })
      : days !== null
        ? text('kept_short_time', { time: inWords.period(language, days) })
        : text('kept_short_survey')
  return isHeld ? text('kept_short_hold', { kept }) : kept
}

/** A person among recently added recipients should know: the others may not be who they seem. */
function recentMembers({ recent }: Policy, language: Language): string | null {
  if (!recent || recent.added === 0) return null
  const text = textsOf('promise', language)
  return text(`recent_members${kindOf(recent)}`, recent)
}

type Recent = NonNullable<Policy['recent']>

const isByAskerAlone = ({ asked, by_asker }: Recent): boolean => by_asker === asked

/** In words: whether it is everybody, and whether the application that asks added some of them. */
const kindOf = ({ added, asked, by_asker }: Recent) =>
  `${added === asked ? '_all' : ''}${by_asker > 0 ? '_by_asker' : ''}` as const

/** SHA-256 over everything that was promised, in a fixed order, in hex. */
export const promiseHash = (policy: Policy, questions: unknown, collectionId: string): string =>
  sha256(
    JSON.stringify([
      collectionId,
      policy.mode,
      policy.k_score,
      policy.k_comment,
      policy.k_rate,
      policy.audience.toSorted(),
      questions,
      policy.breakdown?.attribute ?? null,
      ...(policy.breakdown?.instead_of_teams ? ['instead of teams'] : []),
      ...(policy.language_model ? [policy.language_model] : []),
      ...(policy.links_by ? [{ links_by: policy.links_by.id }] : []),
      ...(policy.codes ? [{ codes: true }] : []),
      { results: [policy.results_audience, ...policy.results_readers.toSorted()] },
      ...(policy.retention_days === null ? [] : [{ retention_days: policy.retention_days }]),
    ]),
  ).toString('hex')
