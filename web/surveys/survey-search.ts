/** What the address of the list of surveys can say. Every page loads it, so it holds no more than that. */
import type { ReplyOf } from '../../client/client.ts'

/** In the order of the page: the phases, whatever its reader wrote, and what they can still restore of it. */
export const tabs = ['open', 'scheduled', 'draft', 'closed', 'mine', 'archived', 'deleted'] as const
export type Tab = (typeof tabs)[number]
export const kinds = [
  'pulse',
  'check_in',
] as const satisfies ReplyOf<'listSurveys'>['surveys'][number]['kind'][]
