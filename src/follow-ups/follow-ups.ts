/**
 * Asking further: a finding leads to another pulse of one question, to the people who were asked about it. A conversation is a series of
 * collections, each through the gate: nothing is asked of whoever wrote a comment, and the draft obeys every rule that any draft does when it
 * opens (seats, exclusions, the smallest roster). It is its author's to open, to change or to delete.
 */
import type { PulseDraft } from '../../contract/pulses.ts'
import type { askFurther as operation } from '../../contract/replies.ts'
import type { Reply } from '../../contract/operation.ts'
import type { Call } from '../call.ts'
import { impossible, problem } from '../problem.ts'
import { createPulse } from '../pulses/pulses.ts'
import { type Finding, loadFinding, mayAskTheSame } from '../replies/replies.ts'

/**
 * @throws not_found | not_the_lead | not_released
 * @throws no_recipients  an imported survey: nobody knows who was asked, and by which channel
 * @throws unprocessable  the survey named single people, and the caller is not its author; or a draft that cannot be made
 */
export async function askFurther({
  body: { text, title },
  ...call
}: Call<typeof operation>): Promise<Reply<typeof operation>> {
  const { tx, actor, params } = call
  const finding = await loadFinding(tx, actor, params.id)
  if (!finding.has_recipients) throw problem('no_recipients')
  const { mode, k_score, k_comment, k_rate, visibility, channels, language } = finding
  const draft: PulseDraft = {
    title: title ?? finding.title,
    questions: [{ id: 'further', type: 'text', text }],
    recipients: recipientsOf(finding, actor.userId),
    confidentiality: { mode, k_score, k_comment, k_rate },
    visibility,
    channels,
    ...(language !== null && { language }),
  }
  return createPulse({ ...call, params: {}, body: draft })
}

/** A team for a finding about it; for one about everyone whom the survey asked, all of it. */
function recipientsOf(finding: Finding, userId: string): PulseDraft['recipients'] {
  const { team_id: team, roster } = finding
  if (team !== null) return { team_ids: [team] }
  if (!mayAskTheSame(finding, userId))
    throw impossible(
      '',
      'This survey names single people, so only its author may ask the same ones',
      'named_people',
    )
  return roster
}
