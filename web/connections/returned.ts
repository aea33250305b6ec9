/** What a service sent a browser back with (src/http/sent-back.ts). */

export type SentCode = { code: string; state: string }

export type Returned = SentCode | 'declined'

/** It is taken out of the address, where it would stay in the history. */
export function takeReturn(): Returned | null {
  const sent = new URLSearchParams(location.hash.slice(1))
  const [code, state] = [sent.get('code'), sent.get('state')]
  if (!sent.has('error') && (code === null || state === null)) return null
  history.replaceState(history.state, '', location.pathname)
  return code !== null && state !== null ? { code, state } : 'declined'
}
