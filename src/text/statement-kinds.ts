/**
 * What an English clause does with the words of judgement in it, where that is not to judge what is there: it says that nothing is
 * wrong, that something good is gone, that it never came, or that it would be good to have it.
 *
 * A lexicon and a model of words read "no needs at this time" as a refusal, and "it would be great if the build were faster" or
 * "we used to have great meetings" as praise. A clause of such a kind keeps the strength of its score and gets the sign of its kind.
 * The patterns look for forms of speech, not for subjects. Each is linear in the length of a clause: gaps are bounded.
 */

/**
 * `nothing_wrong`: good news in words of trouble. `lost`: a good thing that is over. `missed`: a good thing that did not come.
 * `wish`: a good thing that somebody would like to have.
 */
export type StatementKind = 'nothing_wrong' | 'lost' | 'missed' | 'wish'

/** A pattern of alternatives over words that are parted by one space each, with one before the first and one behind the last. */
const pattern = (...alternatives: string[]): RegExp =>
  new RegExp(alternatives.map((one) => ` (?:${one})(?= )`).join('|'), 'u')

/** Up to so many words between. */
const gap = (words: number): string => `(?:\\S+ ){0,${words}}`
const some = gap(2)

const troubles =
  'needs?|requests?|complaints?|issues?|problems?|concerns?|worry|worries|objections?|criticisms?|gripes?|downsides?|negatives?'
const smallWords =
  'at|for|right|from|to|so|as|with|about|here|now|this|that|moment|time|the|present|far|my|our|side|part|currently|today|me|of|all|point|end|really|thanks?|thank|you'

const nothingWrong = pattern(
  // Must be the whole clause, because "no improvements since May" is a complaint.
  `(?<=^ )(?:(?:i|we|there|currently|really|honestly|have|is|are|see) ){0,3}(?:no|zero) ${some}(?:${troubles}|improvements?|changes?|suggestions?|wishes)(?: (?:${smallWords}))*(?= $)`,
  `(?:cannot|can't|can not|couldn't|could not|don't|do not|didn't|did not|hard to|unable to) ${some}(?:think of|find|see|name|have|come up with) (?:anything|something|much|one thing|a single thing) ${some}(?:negative|bad|wrong|missing|to complain|to criticise|to criticize|to improve|to change|i'd change|i would change|that needs)`,
  "(?:nothing|not much|not a thing) (?:is )?(?:really |major |particularly |specific )?(?:negative|bad|wrong|missing|to complain|to criticise|to criticize|to improve|to change|i'd change|i would change|comes to mind)",
  "(?:couldn't|could not|can't|cannot) (?:possibly )?(?:ask for (?:more|better|anything|a better)|complain|fault|be (?:better|happier))",
  "(?:wouldn't|would not) (?:change|improve) (?:a thing|anything)",
  'not a single complaint|no reason (?:to complain|for complaint|to worry)|no cause for (?:complaint|concern|worry)',
)

/** In every clause that says that nothing is wrong, and cheap to look for. */
const denial = /no|zero|n['\u2018\u2019\u02bc]t|hard|unable/i

const lost = pattern(
  "(?<= (?!(?:am|is|are|was|were|be|been|being|get|gets|got|getting|gotten|become|became|not|i'm|we're|they're|it's) )\\S+ )used to (?:be|have|feel|love|like|enjoy|care)",
  `(?:i|we|they|you|people|it|there|everyone|everybody|he|she) (?:always |often |really )?used to \\p{L}+`,
  '(?:i|we|really|still|also|people|everyone|will|do) miss(?:ed)? (?:the|our|my|having|being|seeing|working|those|these|that|how|when|it)',
  `(?:not|never|no|\\p{L}+n't) ${gap(8)}(?:anymore|any more|any longer)`,
  'no longer',
  `(?:is|are|was|were|has|have|been|got|get) ${some}(?:gone|cancell?ed|abolished|scrapped|discontinued|taken away|disappeared)`,
  `(?:was|were) ${gap(6)}(?:until|back then|in the old days|in the past)`,
  'back then|in the old days|formerly',
)

const missed = pattern(
  `(?:(?:did|does|do|was|were|has|have|had|is|are)(?:n't| not| never)) (?:yet |ever |really )?(?:get|got|receive|received|happen|happened|come|came|exist|there|given|offered|provided|available|delivered|materiali[sz]ed?|followed through)`,
  'never (?:came|happened|arrived|materiali[sz]ed|received|got|get|comes|happens)',
  '(?:is|are|was|were) (?:entirely |completely |sorely |still |mostly )?(?:missing|lacking|absent)',
)

const good =
  'great|good|nice|lovely|awesome|cool|ideal|amazing|wonderful|fantastic|excellent|perfect|helpful|useful|better|best|appreciated|easier|beneficial|super|brilliant|welcome|happier|improved|valuable|worthwhile|interesting|fun|clearer|faster|more'
const wish = pattern(
  `(?:would|might|it'd|that'd) (?!not |never |hardly )${gap(1)}(?:be|make|feel|seem) (?!hard |difficult |impossible |remiss )${some}(?:${good})`,
  `(?:could|should) (?!not |never |hardly )${gap(1)}be ${gap(1)}(?:better|easier|happier|improved|clearer|faster|more)`,
  "(?:would|i'd|we'd) (?:really |also |all |absolutely )?(?:love|like|appreciate|prefer|welcome|benefit|help) (?!to thank )\\p{L}+",
  '(?:i|we|people) (?:really |just |do |only )?(?:wish|hope)',
  'if only|hopefully',
  'could use (?:more|some|a|an|better|help)',
  `(?:need|needs|want|wants|should have|must have|must be|has to be|have to be|needs to be|needs to|need to) ${some}(?:${good}|improve|clarify)`,
  // A fragment that begins with what there should be more of: "Better tools", not "Better than last year".
  '(?<=^ )(?:please|more|better|clearer|fewer|faster|easier|stronger|improve|increase|provide|add)(?! than)(?!.* (?:than|now|lately|recently|already|since) )',
)

/** Below this much praise a clause is not about a good thing. */
const praiseMin = 0.05

/** A sign that is hardly heard: so strong is a clause at least of which we know the kind. */
const strengthMin = 0.2

/** Lower-case words without marks, each between two spaces. */
const spoken = (clause: string): string =>
  ` ${(
    clause
      .toLowerCase()
      .replace(/[\u2018\u2019\u02bc]/g, "'")
      .match(/[\p{L}\p{N}'-]+/gu) ?? []
  ).join(' ')} `

/** @param score  of the clause as its words have it, -1 to 1; null where the clause is of no such kind */
export function statementKind(clause: string, score: number): StatementKind | null {
  if (score < praiseMin && !denial.test(clause)) return null
  const text = spoken(clause.length > clauseMax ? clause.slice(0, clauseMax) : clause)
  if (nothingWrong.test(text)) return 'nothing_wrong'
  if (score < praiseMin) return null
  if (lost.test(text)) return 'lost'
  if (missed.test(text)) return 'missed'
  return wish.test(text) ? 'wish' : null
}

/** The patterns look at the beginning of a clause that never ends. */
const clauseMax = 1_000

/** A wish is neither praise nor complaint: it stays neutral, a little above the middle where it is put kindly. */
export function scoreOfKind(kind: StatementKind, score: number): number {
  if (kind === 'wish') return Math.min(score, wishShare * score)
  const strength = Math.max(strengthMin, Math.abs(score))
  return kind === 'nothing_wrong' ? Math.min(strength, nothingWrongMax) : -strength
}

/** From 0.05 on a score counts as positive; the kindest wish stays below. */
const wishShare = 0.04

/** “Nothing is wrong” is not enthusiasm. */
const nothingWrongMax = 0.4
