/** What the audit log is filtered by, in its address. Every page loads it, so it holds no more than that. */
import type { AuditAction } from '../../contract/audit-actions.ts'
import { day, searchSchema } from '../ui/search-schema.ts'

const idShape = '_[0-7][0-9a-hjkmnp-tv-z]{25}$'
const actorShape = new RegExp(`^(?:usr|app)${idShape}`)
const targetShape = new RegExp(`^[a-z]{3}${idShape}`)

export const isTarget = (value: string): boolean => targetShape.test(value)

const actionShape = /^[a-z_]+\.[a-z_]+$/
const isAction = (value: string): value is AuditAction => actionShape.test(value)

export const auditSearch = searchSchema({
  // By its form: the list of all actions comes with the page, and would make every first load longer.
  action: (value) => (isAction(value) ? value : undefined),
  actor: (value) => (actorShape.test(value) ? value : undefined),
  target: (value) => (isTarget(value) ? value : undefined),
  // Without them at first: who looks for what was changed would otherwise page through who read it.
  readings: (value) => (value === 'shown' ? value : undefined),
  event: (value) => (isTarget(value) ? value : undefined),
  from: day,
  to: day,
})

export type AuditSearch = ReturnType<typeof auditSearch>
