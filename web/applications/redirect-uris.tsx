/** Redirect URIs, one a line of the form, checked while they are typed by the very rule that the server refuses by. */
import '@mantine/core/styles/ActionIcon.css'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { type ApplicationKind, redirectUriFault, reservedParameters } from '../../contract/redirect-uri.ts'
import classes from './applications.module.css'
import { useMessages } from '../messages.ts'
import { applicationTexts } from './application-texts.ts'

type Props = {
  kind: ApplicationKind
  value: readonly string[]
  onChange: (uris: string[]) => void
  /** What the server said, by `/redirect_uris/0`. */
  faults?: Record<string, string>
}

/** What is wrong with a list of them: none may be, and a public application needs one. */
export const urisAreGood = (uris: readonly string[], kind: ApplicationKind): boolean => {
  const nonEmpty = uris.filter((uri) => uri !== '')
  return (
    nonEmpty.every((uri) => redirectUriFault(uri, kind) === null) &&
    new Set(nonEmpty).size === nonEmpty.length &&
    (kind === 'confidential' || nonEmpty.length > 0)
  )
}

export function RedirectUris({ kind, value, onChange, faults = {} }: Props) {
  const say = useMessages(applicationTexts)
  const [finishedLines, setFinishedLines] = useState<ReadonlySet<number>>(new Set())
  const lines = value.length === 0 ? [''] : value
  const set = (at: number, uri: string): void =>
    onChange(lines.map((one, i) => (i === at ? uri.trim() : one)))
  const faultAt = (at: number): string | null => {
    const uri = lines[at]
    if (uri === '') return null
    const fault = redirectUriFault(uri, kind)
    if (fault)
      return say(`uri_${fault}`, { max: limits.redirectUriBytesMax, names: reservedParameters.join(', ') })
    if (lines.indexOf(uri) < at) return say('uri_duplicate')
    return faults[`/redirect_uris/${at}`] ?? null
  }
  return (
    <fieldset className={classes.fieldset}>
      <legend>{say('redirect_uris')}</legend>
      <p className="quiet small">{say('redirect_uris_hint')}</p>
      {lines.map((uri, i) => {
        const fault = faultAt(i)
        // Nobody is scolded for the first letters of an address.
        const isShown = fault !== null && (finishedLines.has(i) || uri.length > 'https://'.length)
        return (
          <div key={i} className={classes.line}>
            <TextInput
              className={classes.grow}
              aria-label={say('redirect_uri', { number: i + 1 })}
              placeholder={kind === 'public' ? 'com.example.app:/callback' : 'https://example.com/callback'}
              value={uri}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              error={isShown ? fault : undefined}
              onChange={(event) => set(i, event.currentTarget.value)}
              onBlur={() => setFinishedLines(new Set([...finishedLines, i]))}
            />
            {lines.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={say('remove_redirect_uri', { number: i + 1 })}
                onClick={() => onChange(lines.filter((_one, at) => at !== i))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </div>
        )
      })}
      {lines.length < limits.redirectUrisMax && (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...lines, ''])}
          >
            {say('add_uri')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
