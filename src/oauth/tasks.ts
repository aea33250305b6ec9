/** Due work of OAuth: partitions of access tokens, expired rows, and the application of the service's own pages. */
import type { Tx } from '../db/db.ts'
import type { TransactionTask } from '../jobs/jobs.ts'
import { pagesAtOnce, pagesWaiting, registerOwnPages } from './applications/own-pages.ts'
import { dropDays, makeDays, sweep } from './sweep.ts'

const hourMs = 3_600_000
/** So often that a new organisation of the command line has its pages before its admin has read the output. */
const pagesMs = 5_000

/** @param developerUrl  the address of the pages; empty while it is unknown: then a node that serves them registers them */
export const oauthTasks = (developerUrl: () => string): TransactionTask[] => [
  {
    name: 'oauth.pages',
    everyMs: pagesMs,
    waiting: () => pagesWaiting(developerUrl()),
    run: async (tx: Tx, now: Date) => {
      if (developerUrl() === '') return 0
      const looked = await registerOwnPages(tx, developerUrl(), now)
      // Otherwise two nodes with different addresses would move the pages back and forth without a pause.
      return looked < pagesAtOnce ? 0 : looked
    },
  },
  { name: 'oauth.make_days', everyMs: hourMs, run: makeDays },
  { name: 'oauth.drop_days', everyMs: hourMs, run: dropDays },
  { name: 'oauth.sweep', everyMs: hourMs, run: sweep },
]
