/** Chooses the events that admins are told of by e-mail, and which admins. A chunk of its own, fetched when somebody first chooses. */
import { Button, Checkbox, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { alwaysNoticed, type NoticeAction, noticeActions } from '../../contract/audit-actions.ts'
import { useMessages } from '../messages.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Refusal } from '../ui/refusal.tsx'
import { showDone } from '../ui/toast.ts'
import classes from '../ui/form.module.css'
import { Modal } from '../ui/modal.tsx'
import { byGroup } from './audit-groups.ts'
import { adminsQuery, type AuditNotices, useNoticesUpdate } from './audit-queries.ts'
import { auditTexts } from './audit-texts.ts'
import { eventTexts } from './event-texts.ts'

type Props = { notices: AuditNotices; onClose: () => void }

export const NoticesDialog = ({ notices, onClose }: Props) => {
  const say = useMessages(auditTexts)
  return (
    <Modal onClose={onClose} size="lg" title={<strong>{say('notices')}</strong>}>
      <NoticesForm notices={notices} onClose={onClose} />
    </Modal>
  )
}

const always: readonly string[] = alwaysNoticed

const toggled = <T extends string>(all: readonly T[], one: T): T[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one]

function NoticesForm({ notices, onClose }: Props) {
  const say = useMessages(auditTexts)
  const event = useMessages(eventTexts)
  const [actions, setActions] = useState<readonly NoticeAction[]>(notices.actions)
  const [isToAll, setToAll] = useState(notices.recipients === null)
  const [listed, setListed] = useState<readonly string[]>(notices.recipients ?? [])
  const save = useNoticesUpdate(notices, () => {
    showDone(say('saved'))
    onClose()
  })
  const lacksAdmins = !isToAll && listed.length === 0
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault()
    if (!lacksAdmins) save.mutate({ actions: [...actions], recipients: isToAll ? null : [...listed] })
  }
  return (
    <form onSubmit={submit} className="stack">
      {byGroup(noticeActions).map(([group, names]) => (
        <Checkbox.Group key={group} label={say(group)} value={[...actions]}>
          <div className="stack-tight" style={{ marginTop: 8 }}>
            {names.map((name) => (
              <Checkbox
                key={name}
                value={name}
                label={always.includes(name) ? `${event(name)} (${say('always')})` : event(name)}
                disabled={always.includes(name)}
                onChange={() => setActions((before) => toggled(before, name))}
              />
            ))}
          </div>
        </Checkbox.Group>
      ))}
      <Radio.Group
        label={say('recipients')}
        value={isToAll ? 'all' : 'listed'}
        onChange={(chosen) => setToAll(chosen === 'all')}
      >
        <div className="stack-tight" style={{ marginTop: 8 }}>
          <Radio value="all" label={say('all_admins')} />
          <Radio value="listed" label={say('listed_admins')} />
        </div>
      </Radio.Group>
      {!isToAll && <Admins listed={listed} onToggle={(id) => setListed((before) => toggled(before, id))} />}
      {lacksAdmins && <p className="quiet">{say('no_admins')}</p>}
      <Refusal error={save.error} />
      <div className={classes.ends}>
        <Button variant="default" onClick={onClose}>
          {say('cancel')}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={lacksAdmins}>
          {say('save')}
        </Button>
      </div>
    </form>
  )
}

/** Somebody who is listed and no admin any more stays in the list until they are taken out. */
function Admins({ listed, onToggle }: { listed: readonly string[]; onToggle: (id: string) => void }) {
  const say = useMessages(auditTexts)
  return (
    <QueryState query={useQuery(adminsQuery)}>
      {({ people }) => {
        const admins = people.filter(({ role }) => role === 'admin')
        const gone = listed.filter((id) => !admins.some((admin) => admin.id === id))
        return (
          <Checkbox.Group aria-label={say('recipients')} value={[...listed]}>
            <div className="stack-tight">
              {[...admins, ...gone.map((id) => ({ id, name: id }))].map(({ id, name }) => (
                <Checkbox key={id} value={id} label={name} onChange={() => onToggle(id)} />
              ))}
            </div>
          </Checkbox.Group>
        )
      }}
    </QueryState>
  )
}
