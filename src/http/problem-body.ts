/** The body of application/problem+json (RFC 9457). */
import { problems } from '../../contract/problems.ts'
import type { Problem } from '../problem.ts'

export const problemBody = ({ code, extra, status }: Problem, requestId: string) => ({
  type: `/docs/errors#${code}`,
  title: problems[code].title,
  status,
  detail: extra.detail ?? problems[code].title,
  code,
  error: code,
  request_id: requestId,
  ...(extra.state !== undefined && { state: extra.state }),
  ...(extra.errors && { errors: extra.errors }),
})
