/** On whose behalf a request was: the service names nobody but the reader, so that what others do alone stays unknown. */
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import type { LoggedRequest } from './application-queries.ts'
import { applicationTexts } from './application-texts.ts'

export function useActedFor() {
  const say = useMessages(applicationTexts)
  const user = useMe().data?.user
  return ({ acts_for: actsFor, user_id: id }: Pick<LoggedRequest, 'acts_for' | 'user_id'>): string =>
    actsFor === 'organisation'
      ? say('acts_for_organisation')
      : user && id === user.id
        ? say('acts_for_you', { name: user.name })
        : say('acts_for_user')
}
