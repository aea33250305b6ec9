/**
 * A tree whose items are chosen one at a time. Tab leads to one item; arrows go up and down, open and close, Home and End lead to the ends,
 * Enter and Space choose, `*` opens all beside the item. Letters and digits lead to the next item whose name begins with them; while the tree
 * has the focus they are not the page's. Source: ARIA Authoring Practices, Tree View.
 *
 *   <Tree label={say('teams')} items={rows} selected={team} onSelect={choose} onToggle={toggle} onExpand={expand} />
 */
import { IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { besides, treeStepOf } from './tree-steps.ts'
import { isOfName, namedNext, nothingTyped, typedNext } from './typed-letters.ts'
import classes from './tree.module.css'

export type TreeItem = {
  id: string
  /** What letters are compared with. */
  name: string
  /** Its text is what is read out. */
  content: ReactNode
  /** From 0. Those below an open item follow it. */
  depth: number
  /** null: nothing is below it. */
  isOpen: boolean | null
  /** Among those of the same parent, from 1. */
  place: number
  siblings: number
}

type Props = {
  label: string
  items: readonly TreeItem[]
  selected: string
  onSelect: (id: string) => void
  onToggle: (id: string) => void
  /** Opens all of these. */
  onExpand: (ids: readonly string[]) => void
}

export function Tree({ label, items, selected, onSelect, onToggle, onExpand }: Props) {
  const tree = useRef<HTMLUListElement>(null)
  const typed = useRef(nothingTyped)
  const [focused, setFocused] = useState(selected)
  const known = [focused, selected].find((id) => items.some((item) => item.id === id)) ?? items[0]?.id

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const at = items.findIndex(({ id }) => id === known)
    if (at < 0) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return onSelect(items[at].id)
    }
    const goTo = (step: number): void => {
      setFocused(items[step].id)
      tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[step]?.focus()
    }
    if (event.key === '*') {
      event.preventDefault()
      typed.current = nothingTyped
      return onExpand(besides(items, at).flatMap(({ id, isOpen }) => (isOpen === false ? [id] : [])))
    }
    if (isOfName(event.key)) {
      event.preventDefault()
      typed.current = typedNext(typed.current, event.key, event.timeStamp)
      const names = items.map(({ name }) => name)
      const found = namedNext(names, at, typed.current.text)
      return found === null ? undefined : goTo(found)
    }
    // Any other key ends a name.
    typed.current = nothingTyped
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = treeStepOf(event.key, isRtl)?.(items, at)
    if (step === undefined) return
    event.preventDefault()
    if (step === 'toggle') return onToggle(items[at].id)
    goTo(step)
  }
  return (
    <ul ref={tree} role="tree" aria-label={label} className={classes.tree} onKeyDown={onKeyDown}>
      {items.map(({ id, content, depth, isOpen, place, siblings }) => (
        <li
          key={id}
          role="treeitem"
          aria-level={depth + 1}
          aria-posinset={place}
          aria-setsize={siblings}
          aria-expanded={isOpen ?? undefined}
          aria-selected={id === selected}
          tabIndex={id === known ? 0 : -1}
          className={classes.item}
          style={{ paddingInlineStart: `${first + depth * indent}px` }}
          onFocus={() => setFocused(id)}
          onClick={() => onSelect(id)}
        >
          {isOpen === null ? (
            <span className={classes.gap} />
          ) : (
            <span
              className={classes.chevron}
              data-open={isOpen || undefined}
              aria-hidden="true"
              onClick={(event) => {
                event.stopPropagation()
                onToggle(id)
              }}
            >
              <IconChevronRight size={16} />
            </span>
          )}
          {content}
        </li>
      ))}
    </ul>
  )
}

const first = 4
const indent = 14
