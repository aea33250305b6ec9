/**
 * One statement for each driver of the taxonomy (contract/drivers.ts), in words of our own, and two open questions. All
 * statements are put in the same direction and on the same scale, so that drivers compare.
 */
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import { type Question } from '../../contract/questions.ts'
import { type Template } from '../../contract/templates.ts'

const statements: Record<DriverId, string> = {
  workload: 'The work I am given fits into the time I am given for it',
  wellbeing: 'After most working days I have energy left for other things',
  clarity: 'I know which of my tasks matter most just now',
  tools: 'The equipment, software and information I work with are good enough',
  strengths_use: 'My work calls for the things I am good at',
  recognition: 'Good work gets noticed here',
  manager_support: 'When I take a problem to my manager, it helps',
  growth: 'I am learning things here that will be of use to me for years',
  voice: 'When I say that something is wrong, it makes a difference',
  purpose: 'I can see whom my work is good for',
  peers: 'The people I work with help one another without being asked',
  feedback_progress: 'I find out soon enough whether what I did was any good',
  autonomy: 'I can decide how I do my work',
  flexibility: 'Where and when I work leaves room for the rest of my life',
  pay: 'What I am paid is right for what I do',
  leadership_change: 'I understand why the large decisions are taken',
  meetings_process: 'Our meetings and procedures help the work more than they hold it up',
  fairness_inclusion: 'People are treated fairly here, whoever they are',
}

const statement = (driver: DriverId): Question => ({
  id: driver,
  type: 'scale',
  text: statements[driver],
  min: 1,
  max: 5,
  labels: ['Not at all', 'Completely'],
  driver,
})

export const engagementDrivers: Template = {
  id: 'engagement_drivers',
  title: 'What drives engagement',
  purpose:
    'Four times a year, for the whole organisation: how each of eighteen sides of work is going, comparable between teams and over time.',
  kind: 'check_in',
  minutes: 5,
  suggested: {
    mode: 'anonymous',
    window: 'P10D',
    recurrence: { rrule: 'FREQ=MONTHLY;INTERVAL=3;BYDAY=2TU', time: '09:00' },
    reminders: [{ after_open: 'P4D' }, { before_close: 'P1D' }],
  },
  questions: [
    ...driverIds.map(statement),
    { id: 'stay', type: 'text', text: 'What should stay exactly as it is?', intent: 'praise' },
    {
      id: 'change',
      type: 'text',
      text: 'Which one change would make the largest difference to your work?',
      intent: 'improve',
    },
  ],
}
