/**
 * Parts of drivers that a clause speaks of: tools/hardware, pay/benefits. An action fits one of them (data/actions.yaml).
 *
 * A part counts only in a clause that is about its driver: "hours" are a part of flexibility beside flexible hours, and of nothing beside a
 * slow computer. Phrases are compared as those of drivers (phrases.ts).
 */
import type { DriverId } from '../../contract/drivers.ts'
import { emptyTrie, type Node, nodeOf, phrasesIn, stemsOf } from './phrases.ts'
import { lazily, wordSections } from './word-lists.ts'

/** `driver/part`. Ids never change, because figures are compared by them over years. */
export const subtopicIds = [
  'workload/deadlines',
  'workload/overtime',
  'workload/staffing',
  'workload/interruptions',
  'wellbeing/stress',
  'wellbeing/rest',
  'wellbeing/exhaustion',
  'clarity/priorities',
  'clarity/expectations',
  'clarity/roles',
  'clarity/goals',
  'tools/hardware',
  'tools/software',
  'tools/systems',
  'tools/workplace',
  'strengths_use/expertise',
  'strengths_use/tasks',
  'strengths_use/role',
  'recognition/thanks',
  'recognition/visibility',
  'recognition/rewards',
  'manager_support/help',
  'manager_support/time',
  'manager_support/skills',
  'growth/training',
  'growth/career',
  'growth/skills',
  'voice/answers',
  'voice/decisions',
  'voice/safety',
  'purpose/meaning',
  'purpose/users',
  'purpose/results',
  'peers/teamwork',
  'peers/conflict',
  'peers/community',
  'feedback_progress/reviews',
  'feedback_progress/progress',
  'autonomy/decisions',
  'autonomy/control',
  'flexibility/schedules',
  'flexibility/remote',
  'flexibility/hours',
  'flexibility/leave',
  'pay/salary',
  'pay/benefits',
  'leadership_change/information',
  'leadership_change/change',
  'leadership_change/leaders',
  'meetings_process/meetings',
  'meetings_process/approvals',
  'meetings_process/bureaucracy',
  'meetings_process/interruptions',
  'fairness_inclusion/respect',
  'fairness_inclusion/discrimination',
  'fairness_inclusion/promotion',
  'fairness_inclusion/tasks',
  'hiring/vacancies',
  'hiring/selection',
  'hiring/speed',
  'service/waiting',
  'service/complaints',
  'service/quality',
  'service/needs',
  'collaboration/contacts',
  'collaboration/goals',
  'collaboration/handovers',
  'collaboration/information',
  'lead_communication/information',
  'lead_communication/availability',
  'lead_communication/answers',
  'lead_communication/openness',
] as const

export type SubtopicId = (typeof subtopicIds)[number]

const trie = lazily((): Node<SubtopicId> => {
  const root = emptyTrie<SubtopicId>()
  const sections = wordSections('subtopics.txt', subtopicIds)
  for (const id of subtopicIds) for (const phrase of sections[id]) addTo(nodeOf(root, phrase), id)
  return root
})

/** "build" and "builds" are one place. */
function addTo({ values }: Node<SubtopicId>, id: SubtopicId): void {
  if (!values.includes(id)) values.push(id)
}

/** The parts of these drivers that a clause names, in the order of `subtopicIds`. */
export function subtopicsOf(clause: string, drivers: readonly DriverId[]): SubtopicId[] {
  if (drivers.length === 0) return []
  const found = phrasesIn(stemsOf(clause), trie(), () => false)
  const named = new Set<SubtopicId>()
  for (const { node } of found)
    for (const id of node.values) if (drivers.some((driver) => id.startsWith(`${driver}/`))) named.add(id)
  return named.size < 2 ? [...named] : subtopicIds.filter((id) => named.has(id))
}
