/** What an organisation knows of a member besides the fields that everybody has: a name that it chose, and a value. */
import { Button, CloseButton, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import { type AttributeDraft, attributeFaults, type PartProps } from './member-draft.ts'
import classes from './directory.module.css'
import { memberTexts } from './member-texts.ts'

const nameMax = 64
const valueMax = 200
const newKey = 'new '

type Props = PartProps & { managed: ReadonlySet<string> }

export function AttributeFields({ draft, change, errors, managed }: Props) {
  const say = useMessages(memberTexts)
  const { attributes } = draft
  const [added, setAdded] = useState(0)
  const adding = useRef<HTMLButtonElement>(null)
  const faults = attributeFaults(draft)
  const isFull = attributes.length >= limits.attributesMax
  const add = (): void => {
    setAdded(added + 1)
    change({ attributes: [...attributes, { key: `${newKey}${added}`, name: '', value: '' }] })
  }
  const set = (key: string, part: Partial<AttributeDraft>): void =>
    change({ attributes: attributes.map((one) => (one.key === key ? { ...one, ...part } : one)) })
  const remove = (key: string): void => {
    adding.current?.focus()
    change({ attributes: attributes.filter((one) => one.key !== key) })
  }
  return (
    <fieldset className={`${classes.group} stack-tight`} aria-labelledby="member-attributes">
      <h3 id="member-attributes">{say('attributes')}</h3>
      <p className="quiet small">{say('attributes_hint')}</p>
      {attributes.length > 0 && (
        <ul className={classes.attributes}>
          {attributes.map((attribute) => {
            const fault = faults.get(attribute.key)
            return (
              <Attribute
                key={attribute.key}
                attribute={attribute}
                isManaged={managed.has(`attributes.${attribute.name}`)}
                nameError={fault && say(`attribute_${fault}`)}
                valueError={errors[`/attributes/${attribute.name.trim()}`]}
                onChange={(part) => set(attribute.key, part)}
                onRemove={() => remove(attribute.key)}
              />
            )
          })}
        </ul>
      )}
      <div>
        {/* Aria, because the button has the focus when the last one is added. */}
        <Button
          ref={adding}
          variant="default"
          size="compact-sm"
          aria-disabled={isFull || undefined}
          onClick={() => isFull || add()}
        >
          {say('add_attribute')}
        </Button>
      </div>
      {isFull && <p className="quiet small">{say('attributes_full', { count: limits.attributesMax })}</p>}
    </fieldset>
  )
}

type AttributeProps = {
  attribute: AttributeDraft
  isManaged: boolean
  nameError: string | undefined
  valueError: string | undefined
  onChange: (part: Partial<AttributeDraft>) => void
  onRemove: () => void
}

/** The name of one that is saved is what its value is called; to rename it is to remove it and add another. */
function Attribute({
  attribute: { key, name, value },
  isManaged,
  nameError,
  valueError,
  onChange,
  onRemove,
}: AttributeProps) {
  const say = useMessages(memberTexts)
  const isNew = key.startsWith(newKey)
  return (
    <li>
      <div className={isNew ? classes.pair : undefined}>
        {isNew && (
          <TextInput
            label={say('attribute_label')}
            value={name}
            maxLength={nameMax}
            error={nameError}
            spellCheck={false}
            autoComplete="off"
            autoFocus
            onChange={({ currentTarget: { value: typed } }) => onChange({ name: typed })}
          />
        )}
        <TextInput
          key="value"
          label={isNew ? say('attribute_value') : name}
          description={isManaged ? say('managed_field') : undefined}
          readOnly={isManaged}
          value={value}
          maxLength={valueMax}
          error={valueError}
          autoComplete="off"
          onChange={({ currentTarget: { value: typed } }) => onChange({ value: typed })}
        />
      </div>
      {!isManaged && (
        <CloseButton
          size={36}
          aria-label={name.trim() === '' ? say('remove_attribute') : say('remove_attribute_named', { name })}
          onClick={onRemove}
        />
      )}
    </li>
  )
}
