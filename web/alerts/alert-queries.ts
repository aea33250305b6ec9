/** What pages read and write about alerts of harm. */
import type { ReplyOf } from '../../client/client.ts'
import { inPerson } from '../api.ts'
import { readPages, useList, useWrite } from '../queries.ts'
import { showDone, showFailure } from '../ui/toast.ts'
import { useMessages } from '../messages.ts'
import type { AlertState } from './alert-search.ts'
import { alertTexts } from './alert-texts.ts'

export type HarmAlert = ReplyOf<'listAlerts'>['alerts'][number]

export const alertPages = (state: AlertState | undefined) =>
  readPages(inPerson, 'listAlerts', {
    query: state ? { acknowledged: state === 'open' ? 'false' : 'true' } : {},
  })

export const useAlerts = (state: AlertState | undefined) => useList(alertPages(state), ({ alerts }) => alerts)

export const useAcknowledgement = ({ id }: HarmAlert) => {
  const say = useMessages(alertTexts)
  return useWrite({
    send: () => inPerson.call('acknowledgeAlert', { params: { id } }),
    changes: ['listAlerts'],
    onDone: () => showDone(say('acknowledged_toast')),
    onFailed: showFailure,
  })
}
