/** Collects questions for somebody who will answer them in front of everybody. */
import type { TemplateText } from '../../contract/templates.ts'

export const askMe: TemplateText = {
  id: 'ask_me',
  title: 'Ask me anything',
  purpose:
    'Before an all-hands meeting: people submit questions that they would not ask aloud, and say which topics matter to them.',
  kind: 'pulse',
  minutes: 2,
  suggested: { mode: 'anonymous', window: 'P5D', reminders: [{ before_close: 'P1D' }] },
  questions: [
    {
      id: 'question',
      type: 'text',
      text: 'What would you like to ask?',
      help: 'Your question may be read out word for word.',
      max_length: 600,
      intent: 'open',
      required: true,
    },
    {
      id: 'about',
      type: 'single_choice',
      text: 'What is it about?',
      options: [
        { id: 'plans', text: 'Where we are going' },
        { id: 'money', text: 'How we are doing' },
        { id: 'work', text: 'How we work' },
        { id: 'people', text: 'People and jobs' },
        { id: 'customers', text: 'Customers and products' },
      ],
      other: true,
      max_length: 100,
    },
    {
      id: 'answered',
      type: 'scale',
      text: 'Last time, I got the answers that I was looking for',
      min: 1,
      max: 5,
      labels: ['Not at all', 'Completely'],
      driver: 'leadership_change',
    },
  ],
}
