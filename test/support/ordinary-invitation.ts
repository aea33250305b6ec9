/** An invitation as most are: a short title, an answer on a scale, and the promise that its mode makes. Nothing is sent. */
import type { Mode } from '../../contract/confidentiality.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import type { Policy } from '../../src/cells/cells.ts'
import { promiseOf } from '../../src/confidentiality/confidentiality.ts'
import { firstAsked, messagePromiseOf } from '../../src/delivery/delivery.ts'
import type { Invitation } from '../../src/delivery/invitation.ts'
import type { Language } from '../../src/language.ts'

export type Promised = {
  readonly language?: Language
  readonly mode?: Mode
  readonly policy?: Partial<Policy>
  readonly question?: FormQuestion
}

const ada = { user_id: 'usr_ada', name: 'Ada Lovelace' }

/** All of its people were added recently, by the application that asks. */
export const allNew: Partial<Policy> = { recent: { asked: 30, added: 30, by_asker: 30 } }

const calm: FormQuestion = {
  id: 'calm',
  type: 'scale',
  text: 'My workload was manageable',
  labels: ['Strongly disagree', 'Strongly agree'],
}

export const promisedIn = ({ language = 'en', mode = 'anonymous', policy = {} }: Promised) =>
  promiseOf(
    {
      mode,
      k_score: 5,
      k_comment: 10,
      k_rate: 5,
      audience: mode === 'attributed' ? [ada.user_id] : [],
      results_audience: 'everyone',
      results_readers: policy.results_audience === 'listed' ? [ada.user_id] : [],
      retention_days: 365,
      breakdown: null,
      ...policy,
    },
    {
      ofNames: mode === 'attributed' ? [ada] : [],
      ofResults: policy.results_audience === 'listed' ? [ada] : [],
    },
    null,
    language,
  )

export const ordinaryInvitation = ({ question = calm, ...promised }: Promised = {}): Invitation => ({
  language: promised.language ?? 'en',
  round: 0,
  isToEveryone: true,
  call: null,
  name: 'Gudrun Thorsen',
  title: 'How was your week?',
  description: 'Six questions, every Monday.',
  organisation: 'Acme Industries',
  colour: null,
  questionCount: 6,
  minutes: 2,
  mode: promised.mode ?? 'anonymous',
  promise: messagePromiseOf(promisedIn(promised), promised.language ?? 'en'),
  url: 'https://surveys.acme.example/r/x',
  closesAt: '2026-12-02T16:00:00Z',
  timeZone: 'Europe/Berlin',
  question: firstAsked([question], promised.language ?? 'en'),
})
