/** After an outage: what it was like, before memory and the written report change it. It asks about the system, not for a culprit. */
import type { TemplateText } from '../../contract/templates.ts'

export const incidentReview: TemplateText = {
  id: 'incident_review',
  title: 'Incident review',
  purpose:
    'Within days of an incident, for everybody involved: what helped, what was missing, and whether the next one would go better.',
  kind: 'pulse',
  minutes: 4,
  suggested: { mode: 'anonymous', window: 'P3D', reminders: [{ before_close: 'P1D' }] },
  questions: [
    {
      id: 'noticed',
      type: 'single_choice',
      text: 'How did you first hear about it?',
      options: [
        { id: 'alert', text: 'An alert' },
        { id: 'users', text: 'Customers or users' },
        { id: 'colleague', text: 'A colleague' },
        { id: 'myself', text: 'I saw it myself' },
      ],
      other: true,
      max_length: 200,
      required: true,
    },
    {
      id: 'roles',
      type: 'scale',
      text: 'I knew who was in charge and what I had to do',
      min: 1,
      max: 5,
      labels: ['Never', 'All the time'],
      driver: 'clarity',
      required: true,
    },
    {
      id: 'calm',
      type: 'scale',
      text: 'I could work calmly',
      min: 1,
      max: 5,
      labels: ['Not at all', 'Completely'],
      driver: 'wellbeing',
    },
    {
      id: 'lacked',
      type: 'multi_choice',
      text: 'What would have helped?',
      help: 'Choose up to three.',
      options: [
        { id: 'signals', text: 'Better monitoring' },
        { id: 'instructions', text: 'Instructions for this case' },
        { id: 'access', text: 'Access rights' },
        { id: 'people', text: 'The right people, sooner' },
        { id: 'news', text: 'Knowing what others were doing' },
        { id: 'way_back', text: 'A safe way to roll back' },
      ],
      other: true,
      max_picks: 3,
      max_length: 200,
    },
    { id: 'helped', type: 'text', text: 'What went well, and why?', intent: 'praise' },
    { id: 'surprised', type: 'text', text: 'What surprised you?', intent: 'open' },
    {
      id: 'ready',
      type: 'yes_no',
      text: 'If the same happened tonight, would we handle it better?',
      required: true,
    },
    {
      id: 'first_step',
      type: 'text',
      text: 'What has to happen first?',
      intent: 'improve',
      show_if: { question_id: 'ready', any_of: [false] },
    },
  ],
}
