/** What starting has used and does not need any more goes back to the system. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** After the server has begun to take requests, so that nobody waits longer for it to start. */
const afterMs = 3_000

/**
 * Reading and linking all modules leaves an engine that keeps room for as much again, and never collects while nothing happens: a third of the
 * memory of an idle server (`npm run bench -- --only start`). Collecting everything once gives it back; it takes about a tenth of a second.
 */
export function giveBackOnceStarted(): void {
  setTimeout(() => {
    try {
      setFlagsFromString('--expose-gc')
      const collect = runInNewContext('gc') as Collect
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    } catch {
      // An engine without it keeps the room, and all works.
    }
  }, afterMs).unref()
}
