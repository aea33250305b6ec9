/**
 * What recipients will see, before they are asked: the page as src/respond/ renders it, the promise that opening would make, and how long it
 * takes. Anyone who reads a survey reads its preview; it reveals nothing that the survey itself does not.
 */
import { conditionalCountOf, lengthOf } from '../../contract/answering-time.ts'
import type * as checkInContract from '../../contract/checkins.ts'
import type { Preview } from '../../contract/previews.ts'
import type * as pulseContract from '../../contract/pulses.ts'
import { missingTranslations } from '../../contract/wording.ts'
import { languages } from '../../locales/catalogue.ts'
import type { Call } from '../call.ts'
import * as checkIns from '../checkins/checkins.ts'
import { promiseFor, type SurveyContent } from '../collection/collection.ts'
import { only, sql } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { organisations } from '../db/tables.ts'
import { firstLanguage } from '../language.ts'
import * as pulses from '../pulses/pulses.ts'
import { localise } from '../questions/questions.ts'
import { previewSurvey } from '../respond/respond.ts'
import { type Sending, unreachedBy } from './unreached.ts'

export { testNotices } from './send-test.ts'

type PulseCall = Call<typeof pulseContract.previewPulse>
type CheckInCall = Call<typeof checkInContract.previewCheckIn>

/** @throws not_found */
export const previewPulse = async (call: PulseCall, service: Service): Promise<Preview> =>
  previewOf(call, await pulses.contentOf(call), service)

/** @throws not_found */
export const previewCheckIn = async (call: CheckInCall, service: Service): Promise<Preview> =>
  previewOf(call, await checkIns.contentOf(call), service)

/** What the operator has set up. */
export type Service = {
  readonly sending: Sending
  /** The host of the language model; null: there is none. */
  readonly model: string | null
}

const organisationRow = shapeOf(organisations, [
  'name',
  'locale',
  'time_zone',
  'colour',
  'logo',
  'translation_model',
])

async function previewOf(
  { tx, actor: { organisationId }, query }: PulseCall | CheckInCall,
  { closesAt, timeZone: ownZone, policy, hash, all, rotation, ...survey }: SurveyContent,
  { sending, model }: Service,
): Promise<Preview> {
  const organisation = await only(
    tx,
    organisationRow,
    sql`select ${organisationRow.columns} from organisations where id = ${organisationId}`,
  )
  const { locale, time_zone: timeZone } = organisation
  const language = firstLanguage(query.language, locale)
  const { written, ...worded } = localise(survey, survey, language, locale)
  const { title, description, questions } = written
  const { questionCount, minutes } = lengthOf(questions)
  const confidentiality = await promiseFor(tx, organisationId, { policy, hash }, language)
  return {
    html: previewSurvey(
      {
        title,
        description,
        organisation: organisation.name,
        closes_at: closesAt,
        questions: [...questions],
        confidentiality,
      },
      {
        language,
        theme: query.theme,
        locale: worded.mainLocale,
        translated: worded.translated,
        timeZone: ownZone ?? timeZone,
        brand: { ...organisation, organisation: organisation.name },
      },
    ),
    language,
    languages: [...languages],
    translations: missingTranslations({ ...survey, questions: all }, survey.translations),
    translation_model: organisation.translation_model === model ? model : null,
    minutes,
    question_count: questionCount,
    conditional_count: conditionalCountOf(questions),
    channels_not_set_up: await unreachedBy(tx, organisationId, sending),
    channels_for_operator: [...sending.forOperator],
    closes_at: closesAt,
    rotation,
    confidentiality,
  }
}
