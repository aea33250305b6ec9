/** The form of a webhook: its address, events and description, and whether a public key can check signatures, too. */
import { Checkbox, TextInput } from '@mantine/core'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import { EventChoice } from './event-choice.tsx'
import type { Webhook, WebhookDraft } from './webhook-queries.ts'
import { webhookTexts } from './webhook-texts.ts'
import { isAddress } from './webhook-words.tsx'

export type Draft = { url: string; types: string[]; description: string; hasPublicKey: boolean }

export const emptyDraft: Draft = { url: '', types: [], description: '', hasPublicKey: false }

export const draftOf = ({ url, types, description, signatures }: Webhook): Draft => ({
  url,
  types,
  description,
  hasPublicKey: signatures.includes('v1a'),
})

/** With texts as they are sent. */
export const asSaved = (draft: Draft): Draft => ({
  ...draft,
  url: draft.url.trim(),
  description: draft.description.trim(),
})

export const bodyOf = ({
  url,
  types,
  description,
  hasPublicKey,
}: Draft): Omit<WebhookDraft, 'application_id'> => ({
  url: url.trim(),
  types,
  description: description.trim(),
  signatures: hasPublicKey ? ['v1', 'v1a'] : ['v1'],
})

export const isComplete = ({ url, types }: Draft): boolean => isAddress(url) && types.length > 0

type Props = {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  /** The scopes of the application. */
  scopes: readonly string[] | undefined
  addressFault: string | null
}

export function WebhookFields({ draft, onChange: change, scopes, addressFault }: Props) {
  const say = useMessages(webhookTexts)
  return (
    <>
      <TextInput
        label={say('url')}
        description={say('url_hint')}
        placeholder="https://receiver.example/sonde"
        type="url"
        value={draft.url}
        maxLength={limits.webhookUrlLengthMax}
        error={addressFault}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <TextInput
        label={say('description_label')}
        description={say('description_hint')}
        value={draft.description}
        maxLength={descriptionLengthMax}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <EventChoice value={draft.types} scopes={scopes} onChange={(types) => change({ types })} />
      <Checkbox
        label={say('public_key_choice')}
        description={say('public_key_choice_hint')}
        checked={draft.hasPublicKey}
        onChange={(event) => change({ hasPublicKey: event.currentTarget.checked })}
      />
    </>
  )
}

/** One line; the API takes more. */
const descriptionLengthMax = 200
