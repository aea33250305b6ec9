/** What pulses and check-ins have in common while they are written, and how it is sent. */
import type { BodyOf } from '../../client/client.ts'
import type { Say } from '../messages.ts'
import type { CheckIn, Pulse } from './draft-queries.ts'
import type { draftTexts } from './draft-texts.ts'
import { faultOf } from './questions.ts'

const names = [
  'title',
  'description',
  'questions',
  'language',
  'translations',
  'recipients',
  'confidentiality',
  'channels',
  'reminders',
  'low_participation',
] as const

/** What an author chooses among, in the order in which it is offered; whoever none of them reaches gets a link. */
export const channelsAsked = ['email', 'slack', 'microsoft_teams', 'teams', 'chat', 'sms', 'code'] as const

export type Channel = (typeof channelsAsked)[number]

export type Fields = Pick<Pulse, (typeof names)[number]> & {
  /** Only a check-in that asks everybody on a day of their own has it. */
  lifecycle?: CheckIn['lifecycle']
}

/** What is said in several languages, of a survey or of a template. */
export type Worded = Pick<Fields, 'title' | 'description' | 'questions' | 'language' | 'translations'>

/** What a draft is kept with until its author has written a title, and a question, is shown as nothing. */
export const fieldsOf = (survey: Pulse | CheckIn, say: Say<typeof draftTexts>): Fields => ({
  title: isUnwritten(survey, survey.title, say('untitled')) ? '' : survey.title,
  description: survey.description,
  questions: survey.questions.map((question) =>
    isUnwritten(survey, question.text, say('no_text')) ? { ...question, text: '' } : question,
  ),
  language: survey.language,
  translations: survey.translations,
  recipients: survey.recipients,
  confidentiality: survey.confidentiality,
  channels: survey.channels,
  reminders: survey.reminders,
  low_participation: survey.low_participation,
})

const isUnwritten = ({ state }: Pulse | CheckIn, text: string, stopgap: string): boolean =>
  state === 'draft' && text === stopgap

/** Nobody knows beforehand whom a check-in around joining or leaving asks. */
export const asksSomebody = ({ recipients: { team_ids, member_ids }, lifecycle }: Fields): boolean =>
  Boolean(lifecycle) || team_ids.length + (member_ids?.length ?? 0) > 0

/** The author sees whom they ask. */
export const recipientsOf = ({
  team_ids,
  member_ids,
  excluded_team_ids,
  excluded_member_ids,
}: Fields['recipients']) => ({
  team_ids,
  member_ids: member_ids ?? [],
  excluded_team_ids,
  excluded_member_ids: excluded_member_ids ?? [],
})

/** Only the author reads the results of a private survey: that is not a choice of theirs. */
export function choiceOf({
  results_audience: audience,
  audience: named,
  ...confidentiality
}: Fields['confidentiality']) {
  return {
    ...confidentiality,
    ...(confidentiality.mode === 'attributed' && { audience: named }),
    ...(audience !== 'author' && { results_audience: audience }),
  }
}

type Body = Pick<BodyOf<'updatePulse'>, (typeof names)[number]>

export const bodyOf = ({ recipients, confidentiality, channels, ...changes }: Partial<Fields>): Body => ({
  ...changes,
  ...(recipients && { recipients: recipientsOf(recipients) }),
  ...(confidentiality && { confidentiality: choiceOf(confidentiality) }),
  ...(channels && { channels: channels as NonNullable<Body['channels']> }),
})

/** What keeps it from being saved, in words. */
export function faultText(
  { title, questions }: Pick<Fields, 'title' | 'questions'>,
  say: Say<typeof draftTexts>,
): string | null {
  if (title.trim() === '') return say('fault_title')
  for (const [at, question] of questions.entries()) {
    const fault = faultOf(question)
    if (fault) return say('fault_at', { place: at + 1, fault: say(`fault_${fault}`) })
  }
  return null
}
