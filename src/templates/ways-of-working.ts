/** How a team works together and with what, in a few minutes: its meetings, its tools, its room to concentrate. */
import type { TemplateText } from '../../contract/templates.ts'

export const waysOfWorking: TemplateText = {
  id: 'ways_of_working',
  title: 'Ways of working',
  purpose:
    'For a team that wants to change how it works together: what its meetings, tools and rooms are like, and what to change first. The figures say where, the comments say why.',
  kind: 'pulse',
  minutes: 3,
  suggested: { mode: 'anonymous', window: 'P7D', reminders: [{ before_close: 'PT24H' }] },
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
      min: 0,
      max: 100,
      step: 10,
      unit: '%',
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
  translations: {
    de: {
      title: 'So arbeiten wir zusammen',
      questions: {
        about: {
          text: 'Denken Sie an die letzten vier Wochen. Es gibt keine richtigen Antworten: Was wir als Nächstes ändern, hängt davon ab, was Sie sagen.',
        },
        support: {
          text: 'Wie gut unterstützt Sie das bei der Arbeit?',
          labels: ['Schlecht', 'Gut'],
          rows: {
            meetings: 'Unsere Besprechungen',
            tools: 'Software und Ausstattung',
            handover: 'Wie wir Arbeit aneinander übergeben',
            decisions: 'Wie wir entscheiden',
          },
        },
        focus: {
          text: 'Wie viel Ihrer Arbeitszeit können Sie sich ungestört konzentrieren?',
          labels: ['Gar nicht', 'Die ganze Zeit'],
        },
        team: { text: 'Wie gut ist es, in diesem Team zu arbeiten?' },
        first: { text: 'Was sollten wir zuerst ändern?' },
      },
    },
  },
}
