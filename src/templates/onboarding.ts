/** The first weeks in a new job, as the new person sees them. */
import type { TemplateText } from '../../contract/templates.ts'

export const onboarding: TemplateText = {
  id: 'onboarding',
  title: 'Onboarding',
  purpose:
    'For people in their first three months: each is asked once, a month after joining. Answers are named, so that problems can be solved while they still matter.',
  kind: 'check_in',
  minutes: 4,
  suggested: {
    mode: 'attributed',
    window: 'P7D',
    lifecycle: { date: 'joined_on', days: 30, period: 'quarter' },
    reminders: [{ after_open: 'P2D' }, { before_close: 'P1D' }],
  },
  questions: [
    { id: 'feeling', type: 'mood', text: 'How do you feel about starting here?', required: true },
    {
      id: 'welcome',
      type: 'scale',
      text: 'People were prepared for my arrival',
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
      text: 'When did you get it?',
      show_if: { question_id: 'equipped', any_of: [true] },
    },
    {
      id: 'talks',
      type: 'number',
      text: 'How many one-to-one conversations have you had with your manager so far?',
      min: 0,
      max: 200,
      driver: 'manager_support',
    },
    { id: 'surprise', type: 'text', text: 'What is different from what you expected?', intent: 'open' },
    {
      id: 'for_next',
      type: 'text',
      text: 'What should we do for the next person who starts?',
      intent: 'improve',
    },
  ],
}
