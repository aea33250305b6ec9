/** How a team works together and with what, in a few minutes: its meetings, its tools, its room to concentrate. */
import type { Template } from '../../contract/templates.ts'

export const waysOfWorking: Template = {
  id: 'ways_of_working',
  title: 'Ways of working',
  purpose:
    'For a team that wants to change how it works together: what its meetings, tools and rooms are like, and what to change first. The figures say where, the comments say why.',
  kind: 'pulse',
  minutes: 3,
  suggested: { mode: 'anonymous', window: 'P7D', recurrence: null, reminders: [{ before_close: 'PT24H' }] },
  questions: [
    {
      id: 'about',
      type: 'statement',
      text: 'Think of the last four weeks. There are no right answers: what we change next depends on what you say.',
    },
    {
      id: 'support',
      type: 'matrix',
      text: 'How well do these support your work?',
      rows: [
        { id: 'meetings', text: 'Our meetings', driver: 'meetings_process' },
        { id: 'tools', text: 'Software and equipment', driver: 'tools' },
        { id: 'handover', text: 'How we hand work over to one another', driver: 'peers' },
        { id: 'decisions', text: 'How we decide', driver: 'clarity' },
      ],
      min: 1,
      max: 5,
      labels: ['Badly', 'Well'],
    },
    {
      id: 'focus',
      type: 'slider',
      text: 'How much of your working time can you concentrate without being interrupted?',
      help: 'In per cent.',
      min: 0,
      max: 100,
      step: 10,
      labels: ['Nothing', 'All of it'],
    },
    {
      id: 'team',
      type: 'icons',
      text: 'How good is it to work in this team?',
      icon: 'star',
      count: 5,
      allow_comment: true,
    },
    { id: 'first', type: 'text', text: 'What should we change first?', intent: 'improve', max_length: 1000 },
  ],
}
