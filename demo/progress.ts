/** The progress of the demo: one line for each chapter, which counts up in place on a terminal. */

export type Progress = {
  chapter(line: string): void
  /** How far a long chapter is. */
  count(done: number, all: number, what: string): void
}

/** To standard error, since standard output may have to hold nothing but JSON. */
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
