/** How many people have answered, in words, as the service counts them. */
import type { ResponseSummary } from '../contract/collections.ts'
import type { Cell } from './output.ts'

const percent = (share: number): string => new Intl.NumberFormat('en', { style: 'percent' }).format(share)

export const responseFacts = (summary: ResponseSummary | null): Record<string, Cell> =>
  summary === null
    ? {}
    : {
        recipients: summary.recipients,
        answers: summary.rounded ? `about ${summary.responded}` : summary.responded,
        'response rate': summary.response_rate === null ? null : percent(summary.response_rate),
      }
