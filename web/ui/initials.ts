/** What stands for a name in a small circle. */
const lettersMax = 2

/** “IS”, of a name or an address. */
export const initialsOf = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .slice(0, lettersMax)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
