/**
 * The drivers of work that a question may name and that texts are coded by (src/text/driver-taxonomy.ts says where they are
 * from, src/text/data/drivers/ what each means). Ids are kept for ever: figures are compared by them over years.
 */
export const driverIds = [
  'workload',
  'wellbeing',
  'clarity',
  'tools',
  'strengths_use',
  'recognition',
  'manager_support',
  'growth',
  'voice',
  'purpose',
  'peers',
  'feedback_progress',
  'autonomy',
  'flexibility',
  'pay',
  'leadership_change',
  'meetings_process',
  'fairness_inclusion',
] as const

export type DriverId = (typeof driverIds)[number]
