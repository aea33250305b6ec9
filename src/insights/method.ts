/**
 * How an insight was found, in words for people who lead a team and know no statistics: what was measured, how many people it is
 * about, which test was made, what its limitations are, and how to compute it again from figures that they may read. Pure.
 */
import type { Insight, InsightKind, InsightMethod } from '../../contract/insights.ts'
import { partsOfVersion, textVersion } from '../text/text.ts'
import type { CollectionSettings } from './collection-store.ts'
import { version } from './finding.ts'

type Explanation = Pick<InsightMethod, 'measured' | 'limitations'> & { figures: string[]; how: string[] }

const textKinds: ReadonlySet<InsightKind> = new Set(['sentiment_signal', 'coverage', 'theme', 'summary'])

export function methodOf(insight: Insight, settings: CollectionSettings): InsightMethod {
  const { figures, how, ...explanation } = explain(insight, settings)
  return {
    insight_id: insight.id,
    kind: insight.kind,
    statement: insight.statement,
    ...explanation,
    people: peopleOf(insight, settings),
    models: insight.method.models ?? [],
    uncertainty: uncertaintyOf(insight),
    comparison: comparisonOf(insight),
    versions: {
      report: version,
      text: readBy(insight, settings),
      [insight.method.name]: insight.method.version,
    },
    recompute: {
      figures,
      how: [
        ...how,
        'POST /api/insights/recompute makes the whole report again from the stored figures: the same rules give the same bytes.',
      ],
    },
  }
}

/** By what the texts were read: an insight that was made of them knows it, and another one what its survey's were read by. */
const readBy = ({ kind, method }: Insight, settings: CollectionSettings): string =>
  kind === 'sentiment_signal' || kind === 'theme' ? method.version : (settings.text_version ?? textVersion)

/** Nothing where no model of the operator took part. */
function modelSentence(version: string): string {
  const { model } = partsOfVersion(version)
  return model
    ? ` Answers in the languages of the model “${model.name}” (${model.version}), which the operator of this service brought, have its scores instead. It ran on the operator's machine.`
    : ''
}

const resultsOf = ({ scope }: Insight): string =>
  scope.pulse_id
    ? `/api/pulses/${scope.pulse_id}/results`
    : `/api/check-in-instances/${scope.check_in_instance_id}/results`

function listOf({ scope }: Insight, list: string): string {
  const owner = scope.pulse_id
    ? `pulse_id=${scope.pulse_id}`
    : `check_in_instance_id=${scope.check_in_instance_id}`
  return `/api/insights/${list}?${owner}${scope.team_id ? `&team_id=${scope.team_id}` : ''}`
}

function explain(insight: Insight, { questions }: CollectionSettings): Explanation {
  const question = questions.find(({ id }) => id === insight.scope.question_id)
  const asked = question ? `“${question.text}”` : 'the questions'
  switch (insight.kind) {
    case 'participation':
      return {
        measured:
          'How many of the people who were asked have answered. An answer that was withdrawn does not count.',
        limitations: ['Why the others did not answer, or who they are.', 'What they would have said.'],
        figures: [listOf(insight, 'participation')],
        how: [
          'responded divided by recipients. responded_max says how many may have answered: a single answer of a group is not counted, and of a group in which all answered one is not.',
        ],
      }
    case 'score':
    case 'driver':
      return {
        measured: `The answers to ${asked} on its scale, as people chose them. The mean is their sum divided by their number; favourable are the upper two of five steps, or as many in proportion; the lower ones where high values are bad news.`,
        limitations: [
          'Why people answered so.',
          'What anyone in the group answered: a mean of the middle may be half at the top and half at the bottom. Look at the distribution.',
          'That the group is like its mean: people who did not answer may see it differently.',
        ],
        figures: [resultsOf(insight), listOf(insight, insight.kind === 'driver' ? 'drivers' : 'scores')],
        how: ['Multiply each value of the distribution by its count, add up, divide by n.'],
      }
    case 'level':
      return {
        measured: `Whether the figure of ${asked} lies on the good or the bad side of its reference: the target that the author gave, else the middle of the scale; for words, whether more than half of the people who mention the driver do so negatively, or how many ask for something. A problem is told on the bad side; fine on the good side; a strength, if more than half of the answers are surely favourable; otherwise it is unclear.`,
        limitations: [
          'That a figure on the good side is good enough: give the question a target.',
          'Why people answered so.',
          'What will help: see the recommended action, and what was tried.',
        ],
        figures: [resultsOf(insight), listOf(insight, question ? 'scores' : 'drivers')],
        how: [
          'Test the distribution against `value.reference` by flipping signs, with the seed in the evidence of an action. `value.times` counts the instances before this one in which a normal test of the same figure says the same.',
        ],
      }
    case 'change':
      return {
        measured: `How the figure of ${asked} differs from last time, from the rest of the parent team, from everyone else who was asked, or over several surveys (\`value.against\`). Only differences that are told over the whole report are listed.`,
        limitations: [
          'Why it changed.',
          'That figures without a change have stayed the same: a small change of a small group cannot be told.',
        ],
        figures: [resultsOf(insight), listOf(insight, question ? 'scores' : 'drivers')],
        how: ['`value.to` less `value.from` is the difference that was tested.'],
      }
    case 'enps':
      return {
        measured: `The answers to ${asked}: the share of 9 and 10 less the share of 0 to 6, in points from −100 to 100. Whoever skipped the question is not counted; how many did is told beside it.`,
        limitations: [
          'How close a 6 is to a 7: the score counts only in which of three parts an answer lies.',
          'Why people answered so.',
          'How you compare with other companies: wording and occasion differ.',
        ],
        figures: [resultsOf(insight), listOf(insight, 'enps')],
        how: ['Counts of 9 and 10 less counts of 0 to 6, divided by n, times 100.'],
      }
    case 'sentiment_signal':
      return {
        measured: `How the words of the answers to ${asked} read, each from −1 to 1, by a list of rated words and rules for negation and contrast. It is an estimate by a program, not something that people chose.${modelSentence(insight.method.version)}`,
        limitations: [
          'What people meant: irony and politely worded suggestions are read as they are written.',
          'How this question compares with another: a question that asks for suggestions reads worse than one that asks for praise. Compare it with itself over time.',
          'What answers say that were not read: `coverage` counts them, by language where at least ten people wrote in it. Figures of languages other than English come from models trained on tweets.',
        ],
        figures: [listOf(insight, 'sentiment'), resultsOf(insight)],
        how: [
          'The mean of one score for each person, summed up for whole cells at close; the score of a comment can be computed from the comment.',
        ],
      }
    case 'coverage':
      return {
        measured: `How many of the answers to ${asked} the program read. It leaves out answers in languages that it does not know, and short ones whose language it cannot tell. With fewer than half of them read it says nothing of how they sound.`,
        limitations: ['What the other answers say.'],
        figures: [listOf(insight, 'sentiment'), resultsOf(insight)],
        how: ['Answers that were read, divided by all that say something.'],
      }
    case 'theme':
      return {
        measured: measuredTheme(insight),
        limitations: [
          'That the others do not care: they wrote about something else.',
          'That everyone who names it means the same.',
        ],
        figures: [listOf(insight, 'themes'), resultsOf(insight)],
        how: countingOf(insight),
      }
    case 'summary':
      return {
        measured:
          'What comments that everyone may read have in common, in the words of a language model. Each sentence is said by several batches of answers, and holds no figure.',
        limitations: [
          'How many say so: the figures of themes and drivers do.',
          'What a single answer says: words of one or two answers are left out.',
        ],
        figures: [listOf(insight, 'themes'), resultsOf(insight)],
        how: [
          'It cannot be computed: read the comments. `value.labelled_by` names provider, model and instruction.',
        ],
      }
    case 'strength':
    case 'recommended_action':
      return {
        measured:
          'What was measured and estimated about the driver named here; the evidence lists each figure. One fixed rule weighs how bad it is, how much it matters, how many it concerns and how sure that is.',
        limitations: [
          'That the action will help: it is a first step that has fitted such findings, with a sign to look for at the next asking.',
          'Who said what led to it.',
        ],
        figures: [listOf(insight, 'drivers'), resultsOf(insight)],
        how: ['Multiply the parts in `value.parts`; `value.rejected_reasons` names what came next.'],
      }
  }
}

/** The words and phrases of an emergent theme, as long as the answers exist. */
function entriesOf({ value }: Insight): string[] | null {
  const { rule } = value as { rule?: { any_of: string[] } }
  return rule?.any_of ?? null
}

function measuredTheme(insight: Insight): string {
  const entries = entriesOf(insight)
  return entries
    ? `How many of the people who wrote used one of these words or phrases: ${entries.map((entry) => `“${entry}”`).join(', ')}. They stand together in many answers; each is used by at least three people. And how the answers read that contain them.`
    : 'How many of the people who wrote name this topic, found by a fixed list of phrases, and whether the parts of sentences that name it read well or badly.'
}

const countingOf = (insight: Insight): string[] =>
  entriesOf(insight)
    ? [
        'Search the comments for the words and phrases, as whole words in any case, with hyphens read as spaces. Count the people, divide by the people who wrote something that could be read. Comments that are not to be quoted count and are not in the list.',
        'A theme is told where at least three people and 3 in 200 of a group match it.',
      ]
    : ['people divided by n. A topic is told where at least three people and one in twenty name it.']

function peopleOf({ kind, n }: Insight, { k_score, k_comment, k_rate, mode }: CollectionSettings): string {
  const least = kind === 'participation' ? k_rate : textKinds.has(kind) ? k_comment : k_score
  const count =
    n === null ? '' : kind === 'participation' ? `${n} people were asked. ` : `It rests on ${n} people. `
  return `${count}The survey was ${mode}: nothing is shown about fewer than ${least} people, and no comparison of figures reveals anything about fewer.`
}

function uncertaintyOf({ kind, interval, method, n }: Insight): string {
  if (kind === 'participation') return 'Everyone who was asked is counted, so there is no margin.'
  if (interval === null) return 'The figures in the evidence carry their intervals.'
  const way = method.name.includes('Wilson')
    ? 'the score interval of Wilson'
    : method.name.includes('bootstrap')
      ? 'drawing the same answers again 1,999 times (bootstrap)'
      : method.name.includes('normal')
        ? 'the normal approximation for a difference of two shares'
        : 'Student’s t'
  const isShare = kind === 'theme' || kind === 'strength' || kind === 'level'
  const [low, high] = interval.map((end) => (isShare ? `${Math.round(end * 1000) / 10}%` : end))
  return `If the ${n ?? ''} people were a sample of many like them, the figure of all would lie between ${low} and ${high} in 95 of 100 cases. It was computed by ${way}. The fewer people, the wider it is.`
}

const baselines: Record<string, string> = {
  previous: 'the time before',
  organisation: 'everyone else who was asked',
  parent: 'the rest of the parent team',
  middle: 'the middle of the scale',
  target: 'the target',
  half: 'as many positive mentions as negative ones',
  trend: 'the instances before, as a trend',
}

/** A piece of evidence that was tested; other pieces of evidence have no `comparison`, or one without a p. */
type Tested = { comparison: string; p: number; p_adjusted?: number; told?: boolean; method?: string }

const isTested = (piece: unknown): piece is Tested =>
  typeof piece === 'object' &&
  piece !== null &&
  'comparison' in piece &&
  typeof piece.comparison === 'string' &&
  'p' in piece &&
  typeof piece.p === 'number'

function comparisonOf({ kind, evidence }: Insight): string {
  if (kind === 'participation') return 'Nothing was tested.'
  const verdicts = evidence
    .filter(isTested)
    .map(({ comparison, p, p_adjusted: adjusted = p, told = adjusted <= 0.05, method = 'permutation' }) => {
      const verdict = told ? 'a clear difference' : 'no clear difference'
      return `Against ${baselines[comparison] ?? comparison}: ${verdict} (p ${p}, over the whole report ${adjusted}; ${method}).`
    })
  if (verdicts.length === 0)
    return 'Nothing was tested: there was nothing to compare with, or too few answers.'
  return `${verdicts.join(' ')} A difference is called clear only if chance alone would hardly make it: answers are dealt out anew among both groups, and p is how often that differs as much. At most one report in twenty in which nothing has changed should say that something has: first everyone is tested over the questions, then the teams over all questions and within those that moved (Benjamini and Hochberg).`
}
