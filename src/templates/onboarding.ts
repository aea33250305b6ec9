/** The first weeks in a new job, seen by the one who is new. */
import { type Template } from '../../contract/templates.ts'

export const onboarding: Template = {
  id: 'onboarding',
  title: 'Onboarding',
  purpose:
    'For people in their first three months, named, so that what they lack can be put right while it still matters to them.',
  kind: 'pulse',
  minutes: 4,
  suggested: {
    mode: 'attributed',
    window: 'P7D',
    recurrence: null,
    reminders: [{ after_open: 'P2D' }, { before_close: 'P1D' }],
  },
  questions: [
    { id: 'feeling', type: 'mood', text: 'How do you feel about starting here?', required: true },
    {
      id: 'welcome',
      type: 'scale',
      text: 'People were ready for me when I came',
      min: 1,
      max: 5,
      labels: ['Not at all', 'Completely'],
      driver: 'peers',
      required: true,
    },
    {
      id: 'expected',
      type: 'scale',
      text: 'I know what is expected of me in the next month',
      min: 1,
      max: 5,
      labels: ['Not at all', 'Completely'],
      driver: 'clarity',
      required: true,
    },
    { id: 'equipped', type: 'yes_no', text: 'Do you have everything you need to work?', required: true },
    {
      id: 'lacking',
      type: 'text',
      text: 'What is still missing?',
      intent: 'improve',
      required: true,
      show_if: { question_id: 'equipped', any_of: [false] },
    },
    {
      id: 'equipped_on',
      type: 'date',
      text: 'Since when have you had it?',
      show_if: { question_id: 'equipped', any_of: [true] },
    },
    {
      id: 'talks',
      type: 'number',
      text: 'How often have you talked with your manager alone so far?',
      min: 0,
      max: 200,
      driver: 'manager_support',
    },
    { id: 'surprise', type: 'text', text: 'What is different from what you had expected?', intent: 'open' },
    {
      id: 'for_next',
      type: 'text',
      text: 'What should we do for the next person who starts?',
      intent: 'improve',
    },
  ],
}
