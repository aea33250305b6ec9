/** One number from 0 to 10 and the reason for it; the follow-up depends on the number. */
import type { TemplateText } from '../../contract/templates.ts'

export const enps: TemplateText = {
  id: 'enps',
  title: 'eNPS',
  purpose:
    'One number to follow over the quarters: the share of people who would recommend working here minus the share who would not.',
  kind: 'check_in',
  minutes: 1,
  suggested: {
    mode: 'anonymous',
    window: 'P7D',
    recurrence: { rrule: 'FREQ=MONTHLY;INTERVAL=3;BYDAY=1WE', time: '09:00' },
    reminders: [{ after_open: 'P3D' }],
  },
  questions: [
    {
      id: 'recommend',
      type: 'enps',
      text: 'How likely are you to recommend us to a friend as a place to work?',
      labels: ['Not at all likely', 'Extremely likely'],
      required: true,
    },
    {
      id: 'why_not',
      type: 'text',
      text: 'What would have to change first?',
      intent: 'improve',
      show_if: { question_id: 'recommend', any_of: [0, 1, 2, 3, 4, 5, 6] },
    },
    {
      id: 'what_lacks',
      type: 'text',
      text: 'What would make you choose a higher number?',
      intent: 'improve',
      show_if: { question_id: 'recommend', any_of: [7, 8] },
    },
    {
      id: 'why',
      type: 'text',
      text: 'What would you tell your friend first?',
      intent: 'praise',
      show_if: { question_id: 'recommend', any_of: [9, 10] },
    },
  ],
}
