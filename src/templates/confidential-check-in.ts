/** How a team is, every Friday, as figures of groups. Without names nobody can be asked what they are stuck on, so no question does. */
import type { TemplateText } from '../../contract/templates.ts'

export const confidentialCheckIn: TemplateText = {
  id: 'confidential_check_in',
  title: 'Confidential weekly check-in',
  purpose:
    'For everybody who wants to know how teams are, week by week. Results are shown for groups only, and never with a name.',
  kind: 'check_in',
  minutes: 1,
  suggested: {
    mode: 'confidential',
    window: 'P3D',
    recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=FR', time: '10:00' },
    reminders: [{ before_close: 'PT24H' }],
  },
  questions: [
    { id: 'week', type: 'mood', text: 'How was your week?', required: true },
    {
      id: 'load',
      type: 'scale',
      text: 'I could do my work properly in the time I had',
      min: 1,
      max: 5,
      labels: ['Not at all', 'Easily'],
      driver: 'workload',
    },
    {
      id: 'clear',
      type: 'scale',
      text: 'I knew what mattered most this week',
      min: 1,
      max: 5,
      labels: ['Not at all', 'Completely'],
      driver: 'clarity',
    },
    {
      id: 'better',
      type: 'text',
      text: 'What would make next week better?',
      max_length: 1000,
      intent: 'improve',
    },
  ],
  translations: {
    de: {
      title: 'Vertraulicher wöchentlicher Check-in',
      questions: {
        week: { text: 'Wie war Ihre Woche?' },
        load: {
          text: 'Ich konnte meine Arbeit in der Zeit, die ich hatte, ordentlich erledigen',
          labels: ['Gar nicht', 'Mühelos'],
        },
        clear: {
          text: 'Ich wusste, worauf es diese Woche am meisten ankommt',
          labels: ['Gar nicht', 'Genau'],
        },
        better: { text: 'Was würde die nächste Woche besser machen?' },
      },
    },
  },
}
