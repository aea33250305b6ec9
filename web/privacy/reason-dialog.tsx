/** Declines a request or extends its deadline, with the reason that the person gets. */
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import classes from '../ui/form.module.css'
import { Modal } from '../ui/modal.tsx'
import { Refusal } from '../ui/refusal.tsx'
import { type PrivacyReasonVerb, type PrivacyRequest, usePrivacyReason } from './privacy-queries.ts'
import { privacyTexts } from './privacy-texts.ts'

type Props = {
  request: PrivacyRequest
  verb: PrivacyReasonVerb
  onClose: () => void
  onDone: () => void
}

export function ReasonDialog({ request, verb, onClose, onDone }: Props) {
  const say = useMessages(privacyTexts)
  const [reason, setReason] = useState('')
  const send = usePrivacyReason(request, verb, onDone)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (reason.trim() !== '') send.mutate(reason.trim())
  }
  return (
    <Modal onClose={onClose} title={<strong>{say(`${verb}_title`, request.person)}</strong>}>
      <form onSubmit={submit} className="stack">
        <p>{say(`${verb}_effect`)}</p>
        <Textarea
          label={say('reason_label')}
          autosize
          minRows={3}
          maxLength={limits.textLengthMax}
          value={reason}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Refusal error={send.error} />
        <div className={classes.ends}>
          <Button variant="default" onClick={onClose}>
            {say('back')}
          </Button>
          <Button type="submit" loading={send.isPending} disabled={reason.trim() === ''}>
            {say(verb)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
