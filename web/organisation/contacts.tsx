/** Whom respondents can turn to who want to be known: shown to all of them, after they have answered and with replies. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import classes from '../ui/form.module.css'
import { Refusal } from '../ui/refusal.tsx'
import { type Organisation, useOrganisationUpdate } from './organisation-queries.ts'
import { organisationTexts } from './organisation-texts.ts'

type Contact = Organisation['contacts'][number]

const empty: Contact = { name: '', reach: '' }

export function Contacts({ organisation }: { organisation: Organisation }) {
  const say = useMessages(organisationTexts)
  const [contacts, setContacts] = useState<readonly Contact[]>(organisation.contacts)
  const save = useOrganisationUpdate(organisation, say('saved'))
  const change = (at: number, part: Partial<Contact>): void =>
    setContacts(contacts.map((one, index) => (index === at ? { ...one, ...part } : one)))
  const filled = contacts.filter(({ name, reach }) => name.trim() !== '' || reach.trim() !== '')
  const isValid = filled.every(({ name, reach }) => name.trim() !== '' && reach.trim() !== '')
  const isChanged = JSON.stringify(filled) !== JSON.stringify(organisation.contacts)
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (isValid) save.mutate({ contacts: filled })
  }
  return (
    <form className="card pad stack" onSubmit={send} aria-labelledby="contacts">
      <div className="stack-tight">
        <h2 id="contacts">{say('contacts')}</h2>
        <p className="quiet">{say('contacts_hint')}</p>
      </div>
      {contacts.length === 0 && <p>{say('no_contacts')}</p>}
      {contacts.map((contact, at) => (
        // Rows have no name of their own, and stay in their order.
        <fieldset key={at} className="stack-tight" aria-label={say('contact_of', { place: String(at + 1) })}>
          <TextInput
            label={say('contact_name')}
            value={contact.name}
            maxLength={limits.nameLengthMax}
            onChange={({ currentTarget }) => change(at, { name: currentTarget.value })}
          />
          <TextInput
            label={say('contact_reach')}
            description={say('contact_reach_hint')}
            value={contact.reach}
            maxLength={limits.contactReachLengthMax}
            onChange={({ currentTarget }) => change(at, { reach: currentTarget.value })}
          />
          <div>
            <Button
              variant="subtle"
              size="xs"
              onClick={() => setContacts(contacts.filter((_, index) => index !== at))}
            >
              {say('contact_remove')}
            </Button>
          </div>
        </fieldset>
      ))}
      <Refusal error={save.error} />
      <div className={classes.ends}>
        {contacts.length < limits.contactsMax && (
          <Button variant="default" onClick={() => setContacts([...contacts, empty])}>
            {say('contact_add')}
          </Button>
        )}
        {(contacts.length > 0 || isChanged) && (
          <Button type="submit" disabled={!isValid || !isChanged} loading={save.isPending}>
            {say('save')}
          </Button>
        )}
      </div>
    </form>
  )
}
