/** What the demo says while it works: one line a chapter; on a terminal the line of a chapter counts up in place. */

export type Progress = {
  chapter(line: string): void
  /** How far a long chapter is. */
  count(done: number, all: number, what: string): void
}

/** To the standard error, where nothing but JSON may stand on the standard output. */
export function progressOn(stream: NodeJS.WriteStream): Progress {
  let shown = ''
  const clear = (): void => {
    if (shown) stream.write('\r\x1b[K')
    shown = ''
  }
  let last = 0
  return {
    chapter: (line) => {
      clear()
      stream.write(`${line}\n`)
    },
    count: (done, all, what) => {
      const now = performance.now()
      if (!stream.isTTY || (done < all && now - last < 100)) return
      last = now
      shown = `  ${done} of ${all} ${what}`
      stream.write(`\r\x1b[K${shown}`)
      if (done === all) clear()
    },
  }
}
