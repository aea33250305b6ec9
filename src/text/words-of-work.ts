/**
 * Words whose meaning at work the published lexicon lacks or misses, rated by us on its scale of -4 to 4. It was made for
 * tweets: there "hand" and "approval" are warm, and "slow", "understaffed" or "outdated" are not rated at all.
 *
 * Own list and own ratings, kept small: a word stands here when nearly everyone who uses it about work means it so.
 */

const rated = (rating: number, words: string): [string, number][] =>
  words.split(' ').map((word) => [word, rating])

export const wordsOfWork: readonly (readonly [string, number])[] = [
  ...rated(
    -2,
    'understaffed overworked micromanaged micromanagement burnout unbearable unmanageable unworkable underpaid toxic',
  ),
  ...rated(
    -1.6,
    'overloaded overstretched stretched drowning swamped unreliable buggy unstable crashes crashed crashing outdated ' +
      'bureaucratic bureaucracy overwhelmed overwhelming cumbersome clunky unappreciated demotivated demotivating siloed',
  ),
  ...rated(
    -1.3,
    'slow slower slowly sluggish tedious complicated overcomplicated firefighting contradictory unpredictable delays ' +
      'bottleneck bottlenecks silos turnover untested unresponsive unanswered explodes unusable overtime',
  ),
  ...rated(
    -0.9,
    'bugs blocker blockers hassle doubled understaffing late backlog rushed rushing outage interruptions',
  ),
  ...rated(
    0.9,
    'quick quickly fast faster sufficient timely shrinking solved learned learnt praised listened',
  ),
  ...rated(
    1.4,
    'reliable smooth smoothly manageable responsive helped helps transparent streamlined intuitive rested',
  ),
  ...rated(
    0,
    'hand hands approval approvals pay play share shares growth security like matters number problem-solving',
  ),
  ...rated(0.6, 'support supports'),
  ...rated(1.6, 'supported'),
]

/** Quantities that are complaints by themselves, whatever of. */
export const complaints: readonly (readonly [string, number])[] = [
  ['too many', -1.3],
  ['too much', -1.3],
  ['too few', -1.3],
  ['too little', -1.3],
  ['too late', -1.3],
  ['too long', -1.2],
  ['not enough', -1.3],
  ['no time', -1.3],
  ['no access', -1.3],
  ['not clear', -1.2],
  ['for granted', -1.8],
  ['cannot keep', -0.9],
  ['do not know', -0.7],
  ['nobody knew', -1.2],
  ['nobody knows', -1.2],
]
