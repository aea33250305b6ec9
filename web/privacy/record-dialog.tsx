/** Records a request that reached an admin another way: for which member, and what they ask for. */
import { Button, Radio, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { privacyKinds } from '../../contract/privacy-states.ts'
import { useMessages } from '../messages.ts'
import classes from '../ui/form.module.css'
import { Modal } from '../ui/modal.tsx'
import { Refusal } from '../ui/refusal.tsx'
import { memberSearch, type PrivacyKind, usePrivacyRecording } from './privacy-queries.ts'
import { privacyTexts } from './privacy-texts.ts'

type Props = { onClose: () => void; onDone: () => void }

export function RecordDialog({ onClose, onDone }: Props) {
  const say = useMessages(privacyTexts)
  const [q, setQ] = useState('')
  const [memberId, setMemberId] = useState<string | null>(null)
  const [kind, setKind] = useState<PrivacyKind>('access')
  const [note, setNote] = useState('')
  const found = useQuery(memberSearch(useDeferredValue(q)))
  const record = usePrivacyRecording(onDone)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (memberId !== null)
      record.mutate({ kind, member_id: memberId, ...(note.trim() !== '' && { note: note.trim() }) })
  }
  const members = q.trim() === '' ? undefined : found.data?.members
  return (
    <Modal onClose={onClose} title={<strong>{say('record_title')}</strong>}>
      <form onSubmit={submit} className="stack">
        <p className="quiet">{say('record_hint')}</p>
        <TextInput
          label={say('member_search')}
          description={say('member_search_hint')}
          value={q}
          autoComplete="off"
          data-autofocus
          onChange={(event) => {
            setQ(event.currentTarget.value)
            setMemberId(null)
          }}
        />
        {members?.length === 0 && <p role="status">{say('no_members')}</p>}
        {members && members.length > 0 && (
          <Radio.Group aria-label={say('member_search')} value={memberId} onChange={setMemberId}>
            <div className="stack-tight">
              {members.map(({ id, name, email }) => (
                <Radio key={id} value={id} label={name} description={email} />
              ))}
            </div>
          </Radio.Group>
        )}
        <Radio.Group
          label={say('kind')}
          value={kind}
          onChange={(value) => setKind(privacyKinds.find((one) => one === value) ?? 'access')}
        >
          <div className="stack-tight">
            {privacyKinds.map((one) => (
              <Radio key={one} value={one} label={say(`kind_${one}`)} />
            ))}
          </div>
        </Radio.Group>
        <Textarea
          label={say('note')}
          autosize
          minRows={2}
          maxLength={limits.textLengthMax}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Refusal error={record.error} />
        <div className={classes.ends}>
          <Button variant="default" onClick={onClose}>
            {say('back')}
          </Button>
          <Button type="submit" loading={record.isPending} disabled={memberId === null}>
            {say('record')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
