/** Codes on paper of an open survey: read, printed and destroyed in person. */
import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '../../client/client.ts'
import { inPerson } from '../api.ts'
import { useWrite } from '../queries.ts'
import type { Owner } from '../results/results-queries.ts'

export type Codes = ReplyOf<'getPulseCodes'>
export type Pool = Codes['pools'][number]
export type Slips = ReplyOf<'issuePulseCodes'>

export const codesQuery = ({ kind, id }: Owner) =>
  queryOptions({
    queryKey: [kind === 'pulse' ? 'getPulseCodes' : 'getInstanceCodes', { params: { id } }] as const,
    queryFn: ({ signal }): Promise<Codes> => {
      const input = { params: { id }, signal }
      return kind === 'pulse'
        ? inPerson.call('getPulseCodes', input)
        : inPerson.call('getInstanceCodes', input)
    },
  })

const changed = ['getPulseCodes', 'getInstanceCodes'] as const

type Because = { reason?: string }

export const usePrinting = ({ kind, id }: Owner, onDone: (slips: Slips) => void) =>
  useWrite<Slips, Because>({
    send: (body) =>
      kind === 'pulse'
        ? inPerson.call('issuePulseCodes', { params: { id }, body })
        : inPerson.call('issueInstanceCodes', { params: { id }, body }),
    changes: changed,
    onDone,
  })

export const useDestroying = ({ kind, id }: Owner, onDone: () => void) =>
  useWrite<Codes, Because & { number: number }>({
    send: (body) =>
      kind === 'pulse'
        ? inPerson.call('destroyPulseCodes', { params: { id }, body })
        : inPerson.call('destroyInstanceCodes', { params: { id }, body }),
    changes: changed,
    onDone,
  })
