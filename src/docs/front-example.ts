/** What the front page shows of the API: parts of two insights of the demo, as GET /api/insights returns them. The test of the demo compares them. */
export const shownInsights = [
  {
    kind: 'level',
    statement:
      'Platform: “My workload was manageable” is still low: 2.1 of 5, second time in a row (14 answers).',
    n: 14,
    value: { state: 'problem', mean: 2.071, times: 2 },
  },
  {
    kind: 'recommended_action',
    subject: 'workload',
    value: {
      action: {
        title: 'Agree on what to stop',
        first_step: 'List all current work with the team, and stop or postpone at least two items.',
      },
      confidence: 'high',
    },
  },
] as const

type Part = string | number | { readonly [name: string]: Part }

const written = (part: Part): string =>
  typeof part === 'object' ? `{${membersOf(part).join(', ')}, …}` : JSON.stringify(part)

const membersOf = (part: { readonly [name: string]: Part }): string[] =>
  Object.entries(part).map(([name, value]) => `"${name}": ${written(value)}`)

/** The reply with these parts; … is where the rest of an object would. */
export const shownReply = (): string => {
  const insights = shownInsights.map((insight) => `{${membersOf(insight).join(',\n    ')}, …}`)
  return `{"insights": [\n  ${insights.join(',\n  ')}],\n "has_more": true, …}`
}
