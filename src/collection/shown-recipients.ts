/** Which recipients a caller reads: teams with the survey, people by name only for its author and for whoever sees the directory. */
import type { RecipientsSet, ShownRecipients } from '../../contract/collections.ts'
import { type Actor, userIdOf } from '../actor.ts'
import { seesDirectory } from '../directory/directory.ts'

type Survey = { readonly author_user_id: string; readonly recipients: RecipientsSet }

export const seesPeopleOf = (actor: Actor, { author_user_id: author }: Pick<Survey, 'author_user_id'>) =>
  author === userIdOf(actor) || seesDirectory(actor)

export const shownRecipients = (actor: Actor, survey: Survey): ShownRecipients =>
  seesPeopleOf(actor, survey)
    ? survey.recipients
    : { ...survey.recipients, member_ids: null, excluded_member_ids: null }

const nobody: RecipientsSet = {
  team_ids: [],
  member_ids: [],
  excluded_team_ids: [],
  excluded_member_ids: [],
}

/** For a copy of the caller: without exclusions that they do not see it would ask people whom the original left out. */
export function copiedRecipients(actor: Actor, survey: Survey): RecipientsSet {
  const { recipients } = survey
  const namesPeople = recipients.member_ids.length + recipients.excluded_member_ids.length > 0
  return namesPeople && !seesPeopleOf(actor, survey) ? nobody : recipients
}
