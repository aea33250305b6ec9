/** The options of a question, or the rows of a matrix: texts in an order, each with an id that its author never sees. */
import { Button, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import { questionFormTexts } from './question-form-texts.ts'
import classes from './drafts.module.css'
import { moved, newId } from './questions.ts'

type Line = { id: string; text: string }

type Props<L extends Line> = {
  kind: 'option' | 'row'
  lines: readonly L[]
  linesMin: number
  linesMax: number
  /** @param what  was changed, so that letters of one line are undone together */
  onChange: (lines: (L | Line)[], what: string) => void
  /** Beside the button that adds a line. */
  beside?: ReactNode
  /** Below the list, in its group. */
  children?: ReactNode
}

export function LineList<L extends Line>({ kind, lines, linesMin, linesMax, ...props }: Props<L>) {
  const { onChange, beside, children } = props
  const say = useMessages(questionFormTexts)
  const list = useRef<HTMLOListElement>(null)
  const focusOn = (at: number): void =>
    void setTimeout(() => list.current?.querySelectorAll('input')[at]?.focus())
  const add = (): void => {
    onChange([...lines, { id: newId(), text: '' }], `add_${kind}`)
    focusOn(lines.length)
  }
  return (
    <fieldset className={classes.options}>
      <legend>{say(`${kind}s`)}</legend>
      <ol ref={list}>
        {lines.map((line, at) => (
          <li key={line.id}>
            <TextInput
              aria-label={say(kind, { place: at + 1 })}
              maxLength={limits.textLengthMax}
              value={line.text}
              onChange={({ currentTarget }) =>
                onChange(
                  lines.map((one) => (one === line ? { ...one, text: currentTarget.value } : one)),
                  line.id,
                )
              }
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || lines.length >= linesMax) return
                event.preventDefault()
                add()
              }}
            />
            <button
              type="button"
              className={classes.tool}
              aria-label={say(`${kind}_up`, { place: at + 1 })}
              disabled={at === 0}
              onClick={() => onChange(moved(lines, at, at - 1), `move_${kind}`)}
            >
              <IconArrowUp size={16} aria-hidden />
            </button>
            <button
              type="button"
              className={classes.tool}
              aria-label={say(`${kind}_down`, { place: at + 1 })}
              disabled={at === lines.length - 1}
              onClick={() => onChange(moved(lines, at, at + 1), `move_${kind}`)}
            >
              <IconArrowDown size={16} aria-hidden />
            </button>
            <button
              type="button"
              className={classes.tool}
              aria-label={say(`${kind}_remove`, { place: at + 1 })}
              disabled={lines.length <= linesMin}
              onClick={() => {
                onChange(
                  lines.filter((one) => one !== line),
                  `remove_${kind}`,
                )
                focusOn(Math.max(0, at - 1))
              }}
            >
              <IconX size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ol>
      <div className={classes.optionEnds}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={lines.length >= linesMax}
          onClick={add}
        >
          {say(`add_${kind}`)}
        </Button>
        {beside}
      </div>
      {children}
    </fieldset>
  )
}
