/**
 * The report of one collection: from released figures to findings, each with n, interval, method and evidence. Pure: it
 * sees sums over cells and nothing else, so whatever it says could be recomputed from what everyone may read.
 */
import { type InsightKind } from '../../contract/insights.ts'
import { type Question } from '../../contract/questions.ts'
import {
  everyone,
  type ParticipationCell,
  participationMeasure,
  type QuestionCell,
  questionMeasure,
  type Released,
} from '../confidentiality/confidentiality.ts'
import {
  chooseQuotes,
  drivers as taxonomy,
  driversOfAnswer,
  hasHarmSignal,
  seedOf,
  textVersion,
} from '../text/text.ts'
import { limits } from '../../contract/limits.ts'
import { type DriverSignal, recommend, recommendRule } from './recommend.ts'
import {
  benjaminiHochberg,
  type Histogram,
  type Interval,
  meanInterval,
  meanOf,
  permutationTest,
  sizeOf,
  wilson,
} from './statistics.ts'
import {
  driversMeasure,
  scoreOfBin,
  type SentimentCell,
  sentimentMeasure,
  themesMeasure,
  type TopicsCell,
  type TopicSums,
} from './measures.ts'

export type Finding = {
  kind: InsightKind
  teamId: string | null
  questionId: string | null
  subject: string | null
  statement: string
  n: number | null
  value: unknown
  interval: Interval | null
  method: { name: string; version: string }
  evidence: unknown[]
}

export type Figures = {
  questions: readonly Question[]
  released: readonly Released<unknown>[]
  /** Figures of the instance before, if there was one. */
  previous: readonly Released<unknown>[]
  teamNames: ReadonlyMap<string, string>
  seed: string
}

const version = '1'
const round = (value: number, digits = 2): number => Number(value.toFixed(digits))
const percent = (share: number): string => `${Math.round(share * 100)} %`

export function reportOf(figures: Figures): Finding[] {
  const groups = [...new Set(figures.released.map((one) => one.teamId))].toSorted((a, b) => (a < b ? -1 : 1))
  const changes = changesOf(figures, groups)
  return groups.flatMap((group) => {
    const at: Group = { group, name: nameOf(figures, group) }
    return [
      ...participation(figures, at),
      ...scores(figures, at, changes),
      ...sentiments(figures, at),
      ...topics(figures, at),
      ...actions(figures, at, changes),
    ]
  })
}

type Group = { group: string; name: string }

const nameOf = ({ teamNames }: Figures, group: string): string =>
  group === everyone ? 'Everyone' : (teamNames.get(group) ?? 'This team')

const teamOf = ({ group }: Group): string | null => (group === everyone ? null : group)

function cellsOf<C>(released: readonly Released<unknown>[], group: string, measure: string): C[] | null {
  return (
    (released.find((one) => one.teamId === group && one.measure === measure)?.cells as C[] | undefined) ??
    null
  )
}

function participation({ released }: Figures, at: Group): Finding[] {
  const cells = cellsOf<ParticipationCell>(released, at.group, participationMeasure)
  if (!cells) return []
  const recipients = sum(cells.map((cell) => cell.recipients))
  const responded = sum(cells.map((cell) => cell.responded))
  const rate = responded / recipients
  return [
    {
      kind: 'participation',
      teamId: teamOf(at),
      questionId: null,
      subject: null,
      statement: `${at.name}: ${percent(rate)} answered, ${responded} of ${recipients}.`,
      n: recipients,
      value: { recipients, responded, response_rate: round(rate, 3) },
      // Everyone was asked: a count, not a sample.
      interval: null,
      method: { name: 'count', version },
      evidence: [],
    },
  ]
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

const measured = new Set<Question['type']>(['scale', 'mood', 'enps'])

export function histogram(cells: readonly QuestionCell[]): Histogram {
  const counts = new Map<number, number>()
  for (const cell of cells)
    for (const [value, count] of Object.entries(cell.counts))
      counts.set(Number(value), (counts.get(Number(value)) ?? 0) + count)
  return [...counts].toSorted(([a], [b]) => a - b).map(([value, count]) => ({ value, count }))
}

const boundsOf = (question: Question): { min: number; max: number } =>
  question.type === 'enps'
    ? { min: 0, max: 10 }
    : question.type === 'mood'
      ? { min: 1, max: 5 }
      : { min: question.min ?? 1, max: question.max ?? 5 }

export type Change = {
  against: 'previous' | 'organisation'
  mean: number
  n: number
  difference: number
  p: number
  pAdjusted: number
  method: string
}

const changeKey = (group: string, questionId: string): string => `${group} ${questionId}`

/** A group against the instance before, if there was one, and a team against all others. */
function changesOf(figures: Figures, groups: readonly string[]): Changes {
  const found: [string, Omit<Change, 'pAdjusted'>][] = []
  for (const group of groups) {
    for (const question of figures.questions.filter((one) => measured.has(one.type))) {
      const now = cellsOf<QuestionCell>(figures.released, group, questionMeasure(question.id))
      if (!now) continue
      for (const change of compare(figures, group, question, histogram(now)))
        found.push([changeKey(group, question.id), change])
    }
  }
  const adjusted = benjaminiHochberg(found.map(([, change]) => change.p))
  const changes = new Map<string, Change[]>()
  found.forEach(([key, change], index) =>
    changes.set(key, [...(changes.get(key) ?? []), { ...change, pAdjusted: adjusted[index] }]),
  )
  return changes
}

type Changes = ReadonlyMap<string, readonly Change[]>

function compare(
  figures: Figures,
  group: string,
  question: Question,
  now: Histogram,
): Omit<Change, 'pAdjusted'>[] {
  const measure = questionMeasure(question.id)
  const before = cellsOf<QuestionCell>(figures.previous, group, measure)
  const all = group === everyone ? null : cellsOf<QuestionCell>(figures.released, everyone, measure)
  const test = (against: Change['against'], other: Histogram): Omit<Change, 'pAdjusted'>[] => {
    if (sizeOf(other) < limits.kScoreMin) return []
    const found = permutationTest(
      other,
      now,
      seedOf(`${figures.seed} ${nameOf(figures, group)} ${question.id} ${against}`),
    )
    if (!found) return []
    const { difference, p, method } = found
    return [
      { against, mean: meanOf(other), n: sizeOf(other), difference, p, method: `permutation (${method})` },
    ]
  }
  return [
    ...(before ? test('previous', histogram(before)) : []),
    ...(all ? test('organisation', without(histogram(all), now)) : []),
  ]
}

/** Everyone but this team: both are whole cells, so is the rest. */
const without = (all: Histogram, team: Histogram): Histogram =>
  all
    .map(({ value, count }) => ({
      value,
      count: count - (team.find((one) => one.value === value)?.count ?? 0),
    }))
    .filter(({ count }) => count > 0)

function scores(figures: Figures, at: Group, changes: Changes): Finding[] {
  return figures.questions
    .filter((question) => measured.has(question.type))
    .flatMap((question): Finding[] => {
      const cells = cellsOf<QuestionCell>(figures.released, at.group, questionMeasure(question.id))
      if (!cells) return []
      const values = histogram(cells)
      const mean = meanInterval(values, {
        seed: seedOf(`${figures.seed} ${at.name} ${question.id}`),
        ...boundsOf(question),
      })
      if (!mean) return []
      const compared = changes.get(changeKey(at.group, question.id)) ?? []
      const base = {
        teamId: teamOf(at),
        questionId: question.id,
        subject: question.driver ?? question.id,
        n: mean.n,
        evidence: compared.map(comparison),
      }
      if (question.type === 'enps') return [{ ...base, kind: 'enps' as const, ...enps(values, question, at) }]
      return [
        {
          ...base,
          kind: question.driver ? ('driver' as const) : ('score' as const),
          statement: `${at.name}: “${question.text}” ${round(mean.mean)} of ${boundsOf(question).max}${verdict(compared)}`,
          value: {
            mean: round(mean.mean, 3),
            distribution: values,
            change: compared[0] ? comparison(compared[0]) : null,
          },
          interval: [round(mean.interval[0], 3), round(mean.interval[1], 3)] as Interval,
          method: { name: `mean, ${mean.method} interval 95 %`, version },
        },
      ]
    })
}

/** Net promoter score: share of 9–10 less share of 0–6, with the interval of a difference of two shares of one sample. */
function enps(values: Histogram, question: Question, at: Group) {
  const n = sizeOf(values)
  const share = (from: number, to: number): number =>
    sum(values.filter(({ value }) => value >= from && value <= to).map(({ count }) => count)) / n
  const [promoters, detractors] = [share(9, 10), share(0, 6)]
  const score = promoters - detractors
  const error = 1.96 * Math.sqrt(Math.max(0, promoters + detractors - score * score) / n)
  return {
    statement: `${at.name}: “${question.text}” eNPS ${Math.round(score * 100)}.`,
    value: {
      enps: Math.round(score * 100),
      promoters: round(promoters, 3),
      detractors: round(detractors, 3),
      distribution: values,
    },
    interval: [
      Math.round(Math.max(-1, score - error) * 100),
      Math.round(Math.min(1, score + error) * 100),
    ] as Interval,
    method: { name: 'eNPS, normal interval 95 %', version },
  }
}

const comparison = (change: Change) => ({
  metric: 'mean',
  comparison: change.against,
  value: round(change.mean, 3),
  n: change.n,
  difference: round(change.difference, 3),
  p: round(change.p, 4),
  p_adjusted: round(change.pAdjusted, 4),
  method: change.method,
})

const isTold = (change: Change): boolean => change.pAdjusted <= 0.05

/** A change is called one only when it is told apart from chance over the whole report. */
function verdict(compared: readonly Change[]): string {
  const other = ({ against }: Change): string => (against === 'previous' ? 'last time' : 'the others')
  const told = compared.filter(isTold)
  const [first] = compared
  return [
    ...told.map(
      (change) => `, ${change.difference > 0 ? 'above' : 'below'} ${other(change)} (${round(change.mean)})`,
    ),
    ...(first && !told.includes(first) ? [`; not enough data to tell it from ${other(first)}`] : []),
    '.',
  ].join('')
}

function sentiments(figures: Figures, at: Group): Finding[] {
  return figures.questions
    .filter((question) => question.type === 'text')
    .flatMap((question) => {
      const cells = cellsOf<SentimentCell>(figures.released, at.group, sentimentMeasure(question.id))
      if (!cells) return []
      const n = sum(cells.map((cell) => cell.n))
      const mean = sum(cells.map((cell) => cell.sum)) / n
      const bins = cells[0].bins
        .map((_count, bin) => ({ value: scoreOfBin(bin), count: sum(cells.map((cell) => cell.bins[bin])) }))
        .filter(({ count }) => count > 0)
      const interval = meanInterval(bins, {
        seed: seedOf(`${figures.seed} ${at.name} sentiment ${question.id}`),
        min: -1,
        max: 1,
      })
      const share = (test: (value: number) => boolean): number =>
        round(sum(bins.filter(({ value }) => test(value)).map(({ count }) => count)) / n, 3)
      return [
        {
          kind: 'sentiment_signal' as const,
          teamId: teamOf(at),
          questionId: question.id,
          subject: question.id,
          statement: `${at.name}: answers to “${question.text}” read ${wordFor(mean)} (${round(mean)} from −1 to 1).`,
          n,
          value: {
            mean: round(mean, 3),
            positive: share((v) => v >= 0.05),
            negative: share((v) => v <= -0.05),
            intent: question.intent ?? null,
          },
          interval:
            interval && ([round(interval.interval[0], 3), round(interval.interval[1], 3)] as Interval),
          method: { name: 'sentiment, lexicon and rules', version: textVersion },
          evidence: [],
        },
      ]
    })
}

const wordFor = (mean: number): string =>
  mean >= 0.35
    ? 'positive'
    : mean >= 0.05
      ? 'rather positive'
      : mean > -0.05
        ? 'mixed'
        : mean > -0.35
          ? 'rather negative'
          : 'negative'

function topics(figures: Figures, at: Group): Finding[] {
  const found = [
    ...topicsOf(figures, at, driversMeasure).map((topic) => ({
      ...topic,
      source: 'driver' as const,
      label: taxonomy.find((one) => one.id === topic.id)?.name ?? topic.id,
    })),
    ...topicsOf(figures, at, themesMeasure).map((topic) => ({
      ...topic,
      source: 'emergent' as const,
      label: topic.id,
    })),
  ]
  return found.map(({ id, label, source, n, sums }) => {
    const share = wilson(sums.people, n)!
    const mean = sums.sum / sums.people
    const quotes = quotesOf(figures, at, source === 'driver' ? id : null, label)
    return {
      kind: 'theme' as const,
      teamId: teamOf(at),
      questionId: null,
      subject: id,
      statement: `${at.name}: ${percent(share.share)} talk about ${label.toLowerCase()}, ${wordFor(mean)}.`,
      n,
      value: {
        label,
        source,
        people: sums.people,
        share: round(share.share, 3),
        negative: sums.negative,
        sentiment: round(mean, 3),
        quotes,
      },
      interval: [round(share.interval[0], 3), round(share.interval[1], 3)] as Interval,
      method: {
        name:
          source === 'driver'
            ? 'driver taxonomy, share with Wilson interval 95 %'
            : 'NMF on TF-IDF, share with Wilson interval 95 %',
        version: textVersion,
      },
      evidence: [],
    }
  })
}

/** Fewer than one in twenty is what a list of phrases finds by chance. */
const topicShareMin = 0.05

/** Only what at least three people of this group name, and more than by chance; the most named first. */
function topicsOf(
  { released }: Figures,
  at: Group,
  measure: string,
): { id: string; n: number; sums: TopicSums }[] {
  const cells = cellsOf<TopicsCell>(released, at.group, measure)
  if (!cells) return []
  const n = sum(cells.map((cell) => cell.n))
  const all = new Map<string, TopicSums>()
  for (const cell of cells) {
    for (const [id, sums] of Object.entries(cell.topics)) {
      const known = all.get(id) ?? { people: 0, negative: 0, sum: 0, squares: 0 }
      all.set(id, {
        people: known.people + sums.people,
        negative: known.negative + sums.negative,
        sum: known.sum + sums.sum,
        squares: known.squares + sums.squares,
      })
    }
  }
  return [...all]
    .filter(([, { people }]) => people >= limits.themePeopleMin && people >= topicShareMin * n)
    .map(([id, sums]) => ({ id, n, sums }))
    .toSorted((a, b) => b.sums.people - a.sums.people || (a.id < b.id ? -1 : 1))
}

const quotesMax = 3

/** From comments that this group has released anyway: redacted, from at least k_comment people, without harm. */
function quotesOf(figures: Figures, at: Group, driver: string | null, label: string): string[] {
  const comments = figures.questions
    .filter((question) => question.type === 'text')
    .flatMap((question) =>
      (cellsOf<QuestionCell>(figures.released, at.group, questionMeasure(question.id)) ?? []).flatMap(
        (cell) => cell.comments,
      ),
    )
  const words = label.toLowerCase().split(/[\s,]+/)
  const spoken = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${label
      .split(', ')
      .map((part) => RegExp.escape(part))
      .join('|')})(?![\\p{L}\\p{N}])`,
    'iu',
  )
  const fitting = comments.filter(
    (text) => !hasHarmSignal(text) && (driver ? driversOfAnswer(text).includes(driver) : spoken.test(text)),
  )
  const chosen = chooseQuotes(
    fitting.map((text, person) => ({ text, person })),
    words,
    quotesMax,
    seedOf(`${figures.seed} ${at.name} ${label}`),
  )
  return chosen.map((index) => fitting[index])
}

function signalsOf(figures: Figures, at: Group, changes: Changes): DriverSignal[] {
  const talked = new Map(topicsOf(figures, at, driversMeasure).map((topic) => [topic.id, topic]))
  const asked = figures.questions.filter(
    (question) => question.driver && (question.type === 'scale' || question.type === 'mood'),
  )
  const ids = new Set([...talked.keys(), ...asked.map((question) => question.driver!)])
  return [...ids].map((driver) => {
    const topic = talked.get(driver)
    const question = asked.find((one) => one.driver === driver)
    const cells = question && cellsOf<QuestionCell>(figures.released, at.group, questionMeasure(question.id))
    return {
      driver,
      suppressed: question !== undefined && !cells,
      ...(question &&
        cells && {
          scale: scaleSignal(
            figures,
            at,
            question,
            histogram(cells),
            changes.get(changeKey(at.group, question.id)) ?? [],
          ),
        }),
      ...(topic && { text: textSignal(topic) }),
    }
  })
}

function scaleSignal(
  figures: Figures,
  at: Group,
  question: Question,
  values: Histogram,
  compared: readonly Change[],
): NonNullable<DriverSignal['scale']> {
  const { min, max } = boundsOf(question)
  const n = sizeOf(values)
  // "At most 2 of 5", carried over to scales of other lengths.
  const low = wilson(
    sum(values.filter(({ value }) => (value - min) / (max - min) <= 0.25).map(({ count }) => count)),
    n,
  )!
  const everyoneElse =
    at.group === everyone
      ? null
      : cellsOf<QuestionCell>(figures.released, everyone, questionMeasure(question.id))
  return {
    n,
    mean: meanOf(values),
    min,
    max,
    lowShare: low.share,
    lowShareInterval: low.interval,
    ...(everyoneElse && { organisationMean: meanOf(histogram(everyoneElse)) }),
    ...baseline(figures, at, question, compared),
  }
}

/**
 * What a scale is held against: its own last time. A team that is as far below all others as it was then has not
 * changed, and still needs something to happen: then it is held against the others, by the p over the whole report.
 */
function baseline(figures: Figures, at: Group, question: Question, compared: readonly Change[]) {
  const previous = compared.find(({ against }) => against === 'previous')
  const others = compared.find(({ against }) => against === 'organisation')
  const worse = (change: Change): boolean => change.difference < 0
  if (previous && others && worse(others) && isTold(others) && !(worse(previous) && isTold(previous))) {
    const { pAdjusted, method, mean } = others
    return {
      organisationMean: mean,
      p: pAdjusted,
      pAdjusted,
      method,
      repeated: wasBelow(figures, at, question),
    }
  }
  const change = previous ?? others
  if (!change) return {}
  const { p, pAdjusted, method, n, mean } = change
  return { ...(previous && { previous: { n, mean } }), p, pAdjusted, method }
}

/** Whether the group was below everyone's mean last time too. */
function wasBelow({ previous }: Figures, at: Group, question: Question): boolean {
  const measure = questionMeasure(question.id)
  const own = cellsOf<QuestionCell>(previous, at.group, measure)
  const all = cellsOf<QuestionCell>(previous, everyone, measure)
  return own !== null && all !== null && meanOf(histogram(own)) < meanOf(histogram(all))
}

function textSignal({ n, sums }: { n: number; sums: TopicSums }): NonNullable<DriverSignal['text']> {
  const mean = sums.sum / sums.people
  const spread = Math.sqrt(Math.max(0, sums.squares / sums.people - mean * mean))
  const error = (1.96 * Math.max(spread, 0.1)) / Math.sqrt(sums.people)
  return {
    n,
    people: sums.people,
    negativePeople: sums.negative,
    sentiment: mean,
    interval: [Math.max(-1, mean - error), Math.min(1, mean + error)],
  }
}

function actions(figures: Figures, at: Group, changes: Changes): Finding[] {
  return recommend(signalsOf(figures, at, changes)).map((one) => ({
    kind: 'recommended_action' as const,
    teamId: teamOf(at),
    questionId: null,
    subject: one.driver,
    statement: `${at.name}: ${one.action.title}`,
    n: Math.max(...one.evidence.map((evidence) => evidence.n)),
    value: {
      action: one.action,
      driver: one.driver,
      state: 'suggested',
      priority: round(one.priority, 4),
      parts: one.parts,
      confidence: one.confidence,
      why_not: one.why_not,
    },
    interval: null,
    method: { name: recommendRule.id, version: recommendRule.version },
    evidence: one.evidence,
  }))
}
