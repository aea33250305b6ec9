/** The week in five questions, short enough to answer every Friday. */
import type { TemplateText } from '../../contract/templates.ts'

export const weeklyCheckIn: TemplateText = {
  id: 'weekly_check_in',
  title: 'Weekly check-in',
  purpose:
    'For a team that wants to know how the week was, what got done and who is stuck, without another meeting. Answers are named, so that somebody can help.',
  kind: 'check_in',
  minutes: 2,
  suggested: {
    mode: 'attributed',
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
    { id: 'done', type: 'text', text: 'What did you get done that mattered?', max_length: 1000 },
    { id: 'stuck', type: 'yes_no', text: 'Is something holding you up?', required: true },
    {
      id: 'stuck_on',
      type: 'text',
      text: 'What is it, and who could help?',
      max_length: 1000,
      intent: 'improve',
      required: true,
      show_if: { question_id: 'stuck', any_of: [true] },
    },
  ],
  translations: {
    de: {
      title: 'Wöchentlicher Check-in',
      questions: {
        week: { text: 'Wie war Ihre Woche?' },
        load: {
          text: 'Ich konnte meine Arbeit in der Zeit, die ich hatte, ordentlich erledigen',
          labels: ['Gar nicht', 'Mühelos'],
        },
        done: { text: 'Was haben Sie geschafft, das wichtig war?' },
        stuck: { text: 'Hält Sie etwas auf?' },
        stuck_on: { text: 'Was ist es, und wer könnte helfen?' },
      },
    },
  },
}
