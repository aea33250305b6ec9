/**
 * One statement for each driver (contract/drivers.ts), in our own words, and two open questions. All statements have the same
 * direction and the same scale, so that drivers can be compared.
 */
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import type { Question } from '../../contract/questions.ts'
import type { TemplateText } from '../../contract/templates.ts'

const statements: Record<DriverId, string> = {
  workload: 'The work I am given fits into the time I am given for it',
  wellbeing: 'After most working days I have energy left for other things',
  clarity: 'I know which of my tasks matter most right now',
  tools: 'The equipment, software and information I work with are good enough',
  strengths_use: 'My work calls for the things I am good at',
  recognition: 'Good work gets noticed here',
  manager_support: 'When I take a problem to my manager, it helps',
  growth: 'I am learning things here that will be useful for years',
  voice: 'When I speak up about a problem, it makes a difference',
  purpose: 'I can see who benefits from my work',
  peers: 'The people I work with help one another without being asked',
  feedback_progress: 'I get timely feedback on how well I am doing',
  autonomy: 'I can decide how I do my work',
  flexibility: 'Where and when I work leaves room for the rest of my life',
  pay: 'What I am paid is right for what I do',
  leadership_change: 'I understand why important decisions are made',
  meetings_process: 'Our meetings and processes help our work more than they slow it down',
  fairness_inclusion: 'People are treated fairly here, whoever they are',
  hiring: 'Open positions in my area are filled in good time',
  service: 'Our customers, or the public, get what they need from us',
  collaboration: 'Other teams help when we need them',
  lead_communication: 'My lead tells me early what concerns my work',
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

export const engagementDrivers: TemplateText = {
  id: 'engagement_drivers',
  title: 'What drives engagement',
  purpose:
    'Four times a year, for the whole organisation: how twenty-two aspects of work are going, comparable between teams and over time.',
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
