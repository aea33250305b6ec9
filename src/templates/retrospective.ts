/** A look back on a piece of work, before the team talks about it. */
import type { TemplateText } from '../../contract/templates.ts'

export const retrospective: TemplateText = {
  id: 'retrospective',
  title: 'Retrospective',
  purpose:
    'At the end of a sprint, a release or a project, a day or two before the meeting, so that everybody has thought about it before anybody speaks.',
  kind: 'pulse',
  minutes: 4,
  suggested: { mode: 'confidential', window: 'P2D', reminders: [{ before_close: 'PT4H' }] },
  questions: [
    {
      id: 'outcome',
      type: 'scale',
      text: 'We delivered what we set out to deliver',
      min: 1,
      max: 5,
      labels: ['Hardly any of it', 'All of it'],
      required: true,
    },
    {
      id: 'together',
      type: 'scale',
      text: 'We made it easy for one another to do good work',
      min: 1,
      max: 5,
      labels: ['Not at all', 'Completely'],
      driver: 'peers',
      required: true,
    },
    { id: 'keep', type: 'text', text: 'What worked, and should stay as it is?', intent: 'praise' },
    {
      id: 'slowed',
      type: 'multi_choice',
      text: 'What slowed us down most?',
      help: 'Choose up to two.',
      options: [
        { id: 'goals', text: 'Unclear or changing goals' },
        { id: 'waiting', text: 'Waiting for other people' },
        { id: 'rework', text: 'Rework' },
        { id: 'tools', text: 'Tools and environments' },
        { id: 'interruptions', text: 'Interruptions' },
        { id: 'nothing', text: 'Nothing in particular' },
      ],
      other: true,
      max_picks: 2,
      max_length: 200,
    },
    {
      id: 'first',
      type: 'ranking',
      text: 'What should we improve first?',
      help: 'Up to three, the most urgent first.',
      options: [
        { id: 'planning', text: 'Planning' },
        { id: 'quality', text: 'Quality' },
        { id: 'speed', text: 'Delivery speed' },
        { id: 'talking', text: 'Communication' },
        { id: 'users', text: 'Understanding users' },
      ],
      max_picks: 3,
    },
    {
      id: 'change',
      type: 'text',
      text: 'Which one thing should we do differently next time?',
      intent: 'improve',
    },
  ],
}
