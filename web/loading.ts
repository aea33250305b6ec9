/**
 * For loaders of routes: reading starts while the code of the page is still on its way, or when a link to it is pointed at.
 * Nothing is read of which it is known that the person may not read it. Nobody waits for it: the page shows its frame at
 * once, then what comes of the reading, failures too.
 */
import { queryClient } from './api.ts'
import { type Me, meQuery } from './me.ts'

type Start = (me: Me) => unknown

const startFor = (mayRead: (me: Me) => boolean, start: Start): void =>
  void queryClient.ensureQueryData(meQuery).then(
    (me) => mayRead(me) && start(me),
    // The page reads it as well, and shows why it failed.
    () => {},
  )

export const loadForMembers = (start: Start): void =>
  startFor(({ organisation }) => organisation !== null, start)

export const loadForAdmins = (start: Start): void => startFor(({ role }) => role === 'admin', start)
