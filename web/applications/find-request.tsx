/** Leads to a request by its id, as a program or its log has it: the page's address keeps it, as if its row had been pressed. */
import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../messages.ts'
import { useAddress } from '../ui/address.ts'
import { pageSearchId } from '../ui/page-search.ts'
import { requestTexts } from './request-texts.ts'
import classes from './applications.module.css'

/** As the service takes them (contract/requests.ts). */
const requestIdShape = /^[A-Za-z0-9_.-]{1,64}$/

export function FindRequest() {
  const say = useMessages(requestTexts)
  const { change } = useAddress()
  const [typed, setTyped] = useState('')
  const request = typed.trim()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (requestIdShape.test(request)) change({ request })
  }
  return (
    <form className={classes.find} onSubmit={submit}>
      <TextInput
        id={pageSearchId}
        className={classes.findField}
        leftSection={<IconSearch size={16} aria-hidden />}
        aria-label={say('request_id')}
        placeholder={say('request_id')}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!requestIdShape.test(request)}>
        {say('find_request')}
      </Button>
    </form>
  )
}
