/** What the objects of the log are: the first three letters of an id say it. */
import { useMessages } from '../messages.ts'
import { auditTexts } from './audit-texts.ts'

const objectKinds = [
  'org',
  'tem',
  'mem',
  'tpl',
  'pls',
  'chk',
  'cki',
  'msg',
  'rpl',
  'whk',
  'inv',
  'idp',
  'usr',
  'app',
  'xpt',
  'exp',
  'alr',
  'prq',
] as const

export function useKinds(): (id: string) => string | null {
  const say = useMessages(auditTexts)
  return (id) => {
    const kind = objectKinds.find((one) => id.startsWith(`${one}_`))
    return kind === undefined ? null : say(`object_${kind}`)
  }
}
