/**
 * For loaders of routes: reading starts while the code of the page is still on its way, or when a link to it is pointed at.
 * Nothing is read of which it is known that the person may not read it. Nobody waits for it: the page shows its frame at
 * once, then what comes of the reading, failures too.
 */
import { lazyRouteComponent } from '@tanstack/react-router'
import { queryClient } from './api.ts'
import { type Me, meQuery } from './me.ts'
import { loadMessages } from './messages.ts'
import type { PageTexts } from './page-texts.ts'

type Start = (me: Me) => unknown

const startFor = (mayRead: (me: Me) => boolean, start: Start): void =>
  void queryClient
    .ensureQueryData(meQuery)
    .then((me) => mayRead(me) && start(me))
    // The page reads it as well, and shows why it failed.
    .catch(() => {})

export const loadForMembers = (start: Start): void =>
  startFor(({ organisation }) => organisation !== null, start)

export const loadForAdmins = (start: Start): void => startFor(({ role }) => role === 'admin', start)

/** The page of a route, a chunk of its own, with the texts that it shows. */
export const lazyPage = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  ...texts: readonly PageTexts[]
) =>
  lazyRouteComponent(async () => {
    const [module] = await Promise.all([load(), loadMessages(...texts)])
    return module
  }, name)
