/** What the audit log is filtered by: a survey, a member, a team or a user, found by name; or an ID as it is pasted. */
import { lazy, Suspense, useId, useState } from 'react'
import { useMessages } from '../messages.ts'
import { PlainField } from '../ui/plain-field.tsx'
import { isTarget } from './audit-search.ts'
import { auditTexts } from './audit-texts.ts'
import { useNamesInLog } from './names-in-log.ts'

/** The browser's own list: one of the library's would be a quarter of what the page loads. It comes once somebody is in the field. */
const FoundObjects = lazy(() =>
  import('./found-objects.tsx').then(({ FoundObjects }) => ({ default: FoundObjects })),
)

type Props = { value: string | undefined; onChange: (value: string | undefined) => void }
type Found = { typed: string; idByWords: ReadonlyMap<string, string> }

export function TargetChoice({ value, onChange }: Props) {
  const say = useMessages(auditTexts)
  const listId = useId()
  /** Null: what is chosen is shown. */
  const [typed, setTyped] = useState<string | null>(null)
  const [found, setFound] = useState<Found | null>(null)
  const nameOf = useNamesInLog([], [value ?? ''])
  const choose = (words: string, { idByWords }: Pick<Found, 'idByWords'>): void => {
    const pasted = words.trim()
    const id = isTarget(pasted) ? pasted : idByWords.get(words)
    if (id === undefined) return pasted === '' ? onChange(undefined) : undefined
    onChange(id)
    setTyped(null)
  }
  const isNothing =
    typed !== null && typed.trim() !== '' && found?.typed === typed && found.idByWords.size === 0
  return (
    <PlainField label={say('target')} error={isNothing ? say('no_object') : undefined}>
      {(field) => (
        <>
          <input
            {...field}
            type="text"
            list={listId}
            placeholder={say('find_object')}
            autoComplete="off"
            spellCheck={false}
            value={typed ?? (value === undefined ? '' : (nameOf(value) ?? value))}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value)
              choose(currentTarget.value, found ?? { idByWords: new Map() })
            }}
            onBlur={() => setTyped(null)}
          />
          {/* There from the beginning: it makes the field one to choose in. */}
          <datalist id={listId}>
            {typed !== null && (
              <Suspense>
                <FoundObjects
                  typed={typed}
                  onFound={(now) => {
                    setFound(now)
                    // What was typed before anything was found; nothing typed is no wish to clear the filter.
                    if (typed.trim() !== '') choose(typed, now)
                  }}
                />
              </Suspense>
            )}
          </datalist>
        </>
      )}
    </PlainField>
  )
}
