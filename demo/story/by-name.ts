/** A survey by name to look at: open now, some of Platform have answered, and one of them talks with the admin about it. */
import { publishMessage, writeOwnMessage } from '../../contract/conversations.ts'
import {
  createPulse,
  createPulseMessage,
  getPulseLinks,
  getPulseResponses,
  openPulse,
} from '../../contract/pulses.ts'
import type { Answer } from '../../contract/questions.ts'
import { connect } from '../../client/client.ts'
import { many, sql } from '../../src/db/db.ts'
import { shapeOf } from '../../src/db/shape.ts'
import { conversations } from '../../src/db/tables.ts'
import { named } from '../../src/ids.ts'
import { answerAll } from '../collections.ts'
import type { Progress } from '../progress.ts'
import type { Running } from '../running.ts'
import type { Story } from './story.ts'

const dayMs = 86_400_000

const texts = [
  'I take Mondays and Tuesdays. On Wednesdays I fetch my daughter at four.',
  'Any night, as long as somebody shows me the new alerts first.',
  'Not in the first week of January.',
  'Please no two weeks in a row again.',
]

const answersOf = (at: number): Answer[] => [
  { question_id: 'ready', value: [4, 2, 5, 3][at] },
  { question_id: 'nights', value: [['mon', 'tue'], ['mon', 'wed', 'thu'], ['fri'], ['thu']][at] },
  { question_id: 'note', text: texts[at] },
]

export async function openByName(
  running: Running,
  { organisation, teamIds }: Pick<Story, 'organisation' | 'teamIds'>,
  progress: Progress,
): Promise<void> {
  const { admin, id: organisationId } = organisation
  const { id } = await admin.call(createPulse, {
    body: {
      title: 'Who takes which night?',
      topic: 'on call in January',
      description: 'We plan the rota with it, so it needs your name.',
      visibility: 'public',
      questions: [
        {
          id: 'ready',
          type: 'scale',
          text: 'I feel ready to be on call',
          labels: ['Not at all', 'Completely'],
        },
        {
          id: 'nights',
          type: 'multi_choice',
          text: 'Which nights suit you?',
          options: [
            { id: 'mon', text: 'Monday' },
            { id: 'tue', text: 'Tuesday' },
            { id: 'wed', text: 'Wednesday' },
            { id: 'thu', text: 'Thursday' },
            { id: 'fri', text: 'Friday' },
          ],
        },
        { id: 'note', type: 'text', text: 'What should the rota respect?' },
      ],
      recipients: { team_ids: [teamIds.get('Platform')!], member_ids: [] },
      confidentiality: { mode: 'attributed' },
      channels: ['link'],
      closes_at: new Date(Date.now() + 7 * dayMs).toISOString(),
    },
  })
  const params = { id }
  await admin.call(openPulse, { params })
  const { links } = await admin.call(getPulseLinks, { params })
  const given = links.slice(0, texts.length).map(({ url }, at) => ({ link: url, answers: answersOf(at) }))
  await answerAll(running.url, given, progress)
  const { responses } = await admin.call(getPulseResponses, { params, query: { q: 'alerts' } })
  const { id: message } = await admin.call(createPulseMessage, {
    params: { id, response_id: responses[0].id },
    body: { text: 'Thank you. Shall we go through the alerts together on Thursday?' },
  })
  await admin.call(publishMessage, { params: { id: message } })
  const [{ page_key: key }] = await many(
    running.db.tx,
    shapeOf(conversations, ['page_key']),
    sql`select page_key from conversations where organisation_id = ${organisationId} and response_id = ${responses[0].id}`,
  )
  await connect(running.url).call(writeOwnMessage, {
    params: { key: named(organisationId, key) },
    body: { text: 'Gladly. Two o’clock?' },
  })
}
