/** Asks for proposals of a translation. It changes nothing that any page reads. */
import type { ReplyOf } from '../../client/client.ts'
import type { SurveyKind } from '../../contract/templates.ts'
import { asUser } from '../as-user.ts'
import { useWrite } from '../queries.ts'
import type { Worded } from './fields.ts'

export type Proposal = ReplyOf<'proposePulseTranslation'>

/** `asked`: the texts as they were then; `from`: where an earlier reply stopped. */
export type Asking = { readonly asked: Worded; readonly from: string | null }

type Survey = { readonly kind: SurveyKind; readonly id: string; readonly language: string }

export const useProposal = (
  { kind, id, language }: Survey,
  onDone: (reply: Proposal, asking: Asking) => void,
) =>
  useWrite({
    send: ({ from }: Asking): Promise<Proposal> => {
      const input = { params: { id }, body: { language, ...(from !== null && { from }) } }
      return kind === 'pulse'
        ? asUser.call('proposePulseTranslation', input)
        : asUser.call('proposeCheckInTranslation', input)
    },
    changes: [],
    onDone,
  })
