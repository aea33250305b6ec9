/** How a finding of its kind is made, in two sentences about this case alone; what holds for every case is in the docs. */
import type { Say } from '../messages.ts'
import { formatNumber } from '../ui/number-format.ts'
import type { insightTexts } from './insight-texts.ts'
import type { Insight } from './ranked.ts'

type Words = Say<typeof insightTexts>

type Level = {
  state: 'problem' | 'fine' | 'strength' | 'unclear'
  target: boolean
  reference: number
  mean?: number
  enps?: number
}

const against = ['previous', 'parent', 'organisation'] as const

/** null where the method of the API says it better: of words that were counted, and of trends. */
export function methodInShort(say: Words, { kind, value }: Pick<Insight, 'kind' | 'value'>): string | null {
  if (kind === 'change') {
    const other = against.find((one) => one === (value as { against: string }).against)
    return other === undefined ? null : [say(`compared_${other}`), say('compared_told')].join(' ')
  }
  if (kind !== 'level') return null
  const { state, target, reference, mean, enps } = value as Level
  if (mean === undefined && enps === undefined) return null
  const side = target ? 'target' : 'middle'
  return [
    say(mean === undefined ? `enps_against_${side}` : `mean_against_${side}`, {
      value: formatNumber(reference),
    }),
    say(`called_${state}`),
  ].join(' ')
}
