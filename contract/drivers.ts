/**
 * The drivers of engagement that a question may name and that texts are classified by; src/text/driver-taxonomy.ts cites their
 * sources, src/text/data/drivers/ says what each means. IDs never change, because figures are compared by them over years.
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
  'hiring',
  'service',
  'collaboration',
  'lead_communication',
] as const

export type DriverId = (typeof driverIds)[number]
