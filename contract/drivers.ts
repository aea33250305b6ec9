/**
 * The drivers of engagement that a question may name and that texts are classified by; src/text/driver-taxonomy.ts defines
 * them and cites their sources. IDs never change, because figures are compared by them over years.
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
