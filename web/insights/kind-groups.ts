/** Groups of kinds of insights, as the address of the feed names them. */

/** What somebody may look for, with the kinds of insight that it means. */
export const kindGroups = {
  level: 'level,strength',
  change: 'change',
  score: 'score,driver,enps',
  comments: 'theme,sentiment_signal,coverage,summary',
  action: 'recommended_action',
  participation: 'participation',
} as const

export type KindGroup = keyof typeof kindGroups
export const kindGroupNames = Object.keys(kindGroups) as KindGroup[]
