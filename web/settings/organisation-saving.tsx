/** Saving the organisation, a part at a time, by the version that was read. */
import { useMutation } from '@tanstack/react-query'
import { type BodyOf, type ReplyOf } from '../../client/client.ts'
import { inPerson, queries, saidOf, SondeError } from '../api.ts'
import { Alert } from '../ui/alert.tsx'
import { done } from '../ui/toast.ts'

export type Organisation = ReplyOf<'getOrganisation'>

export const organisationKey = ['organisation']

/** What came back is what is shown. */
export const useSave = (organisation: Organisation, says: string) =>
  useMutation({
    mutationFn: (body: BodyOf<'updateOrganisation'>) =>
      inPerson.call('updateOrganisation', { body, ifMatch: organisation.version }),
    onSuccess: async (after) => {
      queries.setQueryData(organisationKey, after)
      done(says)
      await queries.invalidateQueries({ queryKey: ['me'] })
    },
  })

export const Refusal = ({ error }: { error: unknown }) =>
  error ? (
    <Alert tone="bad">
      {error instanceof SondeError && error.code === 'precondition_failed'
        ? 'Somebody else has saved in the meantime. Read the page anew, and see what is there now.'
        : saidOf(error)}
    </Alert>
  ) : null
