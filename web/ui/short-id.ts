/** “chk_…9d8xpa7”: enough of an id to tell two of them apart; the whole one is a click away. */
export const shortId = (id: string): string => `${id.slice(0, 4)}…${id.slice(-6)}`
