/**
 * How well scores agree with ratings: Pearson's r, F1 of the three classes, area under the curve. How well two sets of labels agree:
 * micro-F1 and Cohen's kappa.
 */

export function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanA, meanB] = [mean(a), mean(b)]
  let [both, ofA, ofB] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    both += (a[i] - meanA) * (b[i] - meanB)
    ofA += (a[i] - meanA) ** 2
    ofB += (b[i] - meanB) ** 2
  }
  return both / Math.sqrt(ofA * ofB)
}

const classOf = (value: number, from: number): number => (value >= from ? 1 : value <= -from ? -1 : 0)

/** The score and the rating from which on a text is good; from their negative on it is bad. */
export type Thresholds = { from: number; truthFrom: number }

export const agreement = (
  scores: readonly number[],
  ratings: readonly number[],
  { from, truthFrom }: Thresholds,
): number =>
  scores.filter((score, i) => classOf(score, from) === classOf(ratings[i], truthFrom)).length / scores.length

/** F1 over the three classes: `weighted` by the share of each in truth, `macro` each alike. */
export function f1(
  scores: readonly number[],
  ratings: readonly number[],
  { from, truthFrom }: Thresholds,
): { weighted: number; macro: number } {
  const predicted = scores.map((score) => classOf(score, from))
  const truth = ratings.map((rating) => classOf(rating, truthFrom))
  const classes = [1, 0, -1].map((one) => {
    const hits = predicted.filter((it, i) => it === one && truth[i] === one).length
    const [positives, support] = [predicted, truth].map((all) => all.filter((it) => it === one).length)
    return { support, f1: hits === 0 ? 0 : (2 * hits) / (positives + support) }
  })
  return {
    weighted: classes.reduce((sum, { support, f1 }) => sum + (f1 * support) / truth.length, 0),
    macro: classes.reduce((sum, { f1 }) => sum + f1, 0) / classes.length,
  }
}

/** Area under the curve: how often one of the first is above one of the second, ties half. */
export function separation(above: readonly number[], below: readonly number[]): number {
  let wins = 0
  for (const a of above) for (const b of below) wins += a > b ? 1 : a === b ? 0.5 : 0
  return wins / (above.length * below.length)
}

/** The labels of each item: any number of them. */
type Labelled = readonly (readonly string[])[]

/** F1 over all labels of all items, the same whichever side is the truth; 0 if neither side has a label. */
export function microF1(a: Labelled, b: Labelled): number {
  const count = (side: Labelled): number => side.reduce((sum, { length }) => sum + length, 0)
  const common = a.reduce((sum, labels, i) => sum + labels.filter((label) => b[i].includes(label)).length, 0)
  const all = count(a) + count(b)
  return all === 0 ? 0 : (2 * common) / all
}

/**
 * Cohen's kappa of one label: agreement on whether an item has it, less what chance would give (J. Cohen, Educational and
 * Psychological Measurement 20, 1960). 1 if both sides gave it to all items or to none.
 */
export function kappa(a: Labelled, b: Labelled, label: string): number {
  const share = (holds: (i: number) => boolean): number => a.filter((_, i) => holds(i)).length / a.length
  const [inA, inB] = [a, b].map((side) => share((i) => side[i].includes(label)))
  const observed = share((i) => a[i].includes(label) === b[i].includes(label))
  const chance = inA * inB + (1 - inA) * (1 - inB)
  return chance === 1 ? 1 : (observed - chance) / (1 - chance)
}
