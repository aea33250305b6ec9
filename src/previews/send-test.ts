/**
 * The invitation, sent to whoever wants to read it before others do. Nothing is answered by it, and its row is a notice like others: it is
 * deleted when it is sent.
 */
import type * as checkInContract from '../../contract/checkins.ts'
import type { Mode } from '../../contract/confidentiality.ts'
import type * as pulseContract from '../../contract/pulses.ts'
import { lengthOf, type SurveyLength } from '../../contract/answering-time.ts'
import { textsOf } from '../../locales/catalogue.ts'
import type { Call } from '../call.ts'
import type { PromiseParts, Scale } from '../channels/channels.ts'
import * as checkIns from '../checkins/checkins.ts'
import { promiseFor, type SurveyContent } from '../collection/collection.ts'
import { only, sql } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { organisations } from '../db/tables.ts'
import { firstAsked, invitationContent, messagePromiseOf } from '../delivery/delivery.ts'
import { firstLanguage, type Language } from '../language.ts'
import { type NoticeKind, queueNotice } from '../notices/notices.ts'
import * as pulses from '../pulses/pulses.ts'
import { localise } from '../questions/questions.ts'

type PulseCall = Call<typeof pulseContract.sendPulseTest>
type CheckInCall = Call<typeof checkInContract.sendCheckInTest>

/** As it was asked for: a test is of the draft of that moment. */
type Facts = SurveyLength & {
  readonly language: Language
  readonly title: string
  readonly description: string | null
  /** null or missing: it begins with a text that asks nothing, or is a test of an earlier version. */
  readonly question?: string | null
  readonly scale?: Scale | null
  readonly mode: Mode
  readonly promise: string
  readonly parts?: PromiseParts | null
  readonly closesAt: string | null
  readonly timeZone: string
  /** The path of the editor, on the developer host. */
  readonly path: string
}

export const testNotices: NoticeKind<Facts> = {
  name: 'survey.test',
  compose: (_tx, { facts, name, organisation, colour }) => {
    const text = textsOf('messages', facts.language)
    const { subject, brand, preview, greeting, request, named, stored, until, ...drawn } = invitationContent({
      ...facts,
      question: facts.question ? { text: facts.question, scale: facts.scale ?? null } : null,
      promise: { sentence: facts.promise, parts: facts.parts ?? null },
      round: 0,
      call: null,
      isToEveryone: false,
      name: name ?? '',
      organisation,
      colour,
      url: '',
    })
    return {
      kind: 'test',
      language: facts.language,
      subject: text('test_subject', { subject }),
      brand,
      preview,
      greeting,
      request,
      title: facts.title,
      description: facts.description,
      named,
      stored,
      facts: drawn.facts ?? [],
      question: drawn.question ?? null,
      scale: drawn.scale ?? null,
      promise: facts.promise,
      parts: facts.parts ?? null,
      until,
      personal: text('test_personal'),
      button: text('test_button'),
      path: facts.path,
    }
  },
}

/** @throws not_found */
export const sendPulseTest = async (call: PulseCall): Promise<null> =>
  queueTest(call, await pulses.contentOf(call), `/app/pulses/${call.params.id}/edit`)

/** @throws not_found */
export const sendCheckInTest = async (call: CheckInCall): Promise<null> =>
  queueTest(call, await checkIns.contentOf(call), `/app/check-ins/${call.params.id}/edit`)

const organisationRow = shapeOf(organisations, ['locale', 'time_zone'])

async function queueTest(
  { tx, actor: { organisationId, userId }, body, now }: PulseCall | CheckInCall,
  { closesAt, timeZone: ownZone, policy, hash, all: _all, rotation: _rotation, ...survey }: SurveyContent,
  path: string,
): Promise<null> {
  const { locale, time_zone: timeZone } = await only(
    tx,
    organisationRow,
    sql`select ${organisationRow.columns} from organisations where id = ${organisationId}`,
  )
  const language = firstLanguage(body?.language, locale)
  const { title, description, questions } = localise(survey, survey, language, locale).written
  const promised = await promiseFor(tx, organisationId, { policy, hash }, language)
  const { sentence, parts } = messagePromiseOf(promised, language)
  const first = firstAsked(questions, language)
  const facts: Facts = {
    language,
    title,
    description,
    ...lengthOf(questions),
    question: first?.text ?? null,
    scale: first?.scale ?? null,
    mode: policy.mode,
    promise: sentence,
    parts,
    closesAt,
    timeZone: ownZone ?? timeZone,
    path,
  }
  await queueNotice(tx, testNotices, { organisationId, to: { userId }, facts }, now)
  return null
}
