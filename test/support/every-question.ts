/** A question of every type, and what else a form has: a missing type does not compile. */
import type {
  FormQuestion,
  FormQuestionOf,
  FormType,
  Question,
  QuestionOf,
  QuestionType,
} from '../../contract/questions.ts'

const options = ['a', 'b', 'c'].map((id) => ({ id, text: id.toUpperCase() }))

export const everyType: { [T in QuestionType]: QuestionOf<T> } = {
  scale: { id: 'scale', type: 'scale', text: 'How calm?', labels: ['Not at all', 'Completely'] },
  enps: { id: 'enps', type: 'enps', text: 'Would you recommend us?' },
  single_choice: { id: 'single', type: 'single_choice', text: 'Which one?', options },
  multi_choice: { id: 'multi', type: 'multi_choice', text: 'Which ones?', options, min_picks: 1 },
  yes_no: { id: 'yes', type: 'yes_no', text: 'Would you do it again?' },
  mood: { id: 'mood', type: 'mood', text: 'How was your week?' },
  slider: {
    id: 'slider',
    type: 'slider',
    text: 'How full was your week?',
    step: 10,
    unit: '%',
    labels: ['Empty', 'Full'],
  },
  icons: { id: 'icons', type: 'icons', text: 'How good was lunch?', icon: 'heart', count: 4 },
  ranking: { id: 'ranking', type: 'ranking', text: 'What first?', options },
  number: { id: 'number', type: 'number', text: 'How long?', min: 0, max: 40, unit: 'hours' },
  date: { id: 'date', type: 'date', text: 'Since when?', earliest: '2026-01-01' },
  text: { id: 'text', type: 'text', text: 'What got in the way?', max_length: 200 },
}

export const questionsOfEveryType: readonly Question[] = Object.values(everyType)

type FormOnly = Exclude<FormType, QuestionType>

const formOnly: { [T in FormOnly]: FormQuestionOf<T> } = {
  statement: { id: 'between', type: 'statement', text: 'Now a few words about your tools.' },
  matrix: {
    id: 'tools',
    type: 'matrix',
    text: 'How well do these work?',
    rows: [
      { id: 'mail', text: 'E-mail' },
      { id: 'build', text: 'The build' },
    ],
    labels: ['Badly', 'Well'],
  },
}

/** Every type of item, and a rating with a comment. */
export const everyForm: readonly FormQuestion[] = [
  ...questionsOfEveryType,
  ...Object.values(formOnly),
  { id: 'rated', type: 'scale', text: 'How was the meeting?', allow_comment: true },
]
