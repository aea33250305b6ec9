/**
 * A tree whose items are chosen one at a time. Tab leads to one item; arrows go up and down, open and close, Home and End lead to the ends,
 * Enter and Space choose, `*` opens all beside the item. Letters and digits lead to the next item whose name begins with them; while the tree
 * has the focus they are not the page's. Above 200 open items only those in sight are drawn, and the tree scrolls by itself. Source: ARIA Authoring Practices, Tree View.
 *
 *   <Tree label={say('teams')} items={rows} selected={team} onSelect={choose} onToggle={toggle} onExpand={expand} />
 */
import { IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { besides, treeStepOf } from './tree-steps.ts'
import { isOfName, namedNext, nothingTyped, typedNext } from './typed-letters.ts'
import classes from './tree.module.css'
import type { Place } from './virtual-items.tsx'

export type TreeItem = {
  id: string
  /** What letters are compared with. */
  name: string
  /** Its text is what is read out. Asked for as it is drawn. */
  content: () => ReactNode
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

const VirtualItems = lazy(() =>
  import('./virtual-items.tsx').then(({ VirtualItems }) => ({ default: VirtualItems })),
)

const plainItemsMax = 200

export function Tree({ label, items, selected, onSelect, onToggle, onExpand }: Props) {
  /** Kept as state, because what scrolls has to be there before the items in sight are known. */
  const [tree, setTree] = useState<HTMLUListElement | null>(null)
  const typed = useRef(nothingTyped)
  const [focused, setFocused] = useState(selected)
  /** An item that is not drawn yet: it takes the focus once it is. */
  const waiting = useRef<string | null>(null)
  const focusOn = (id: string): boolean => {
    const found = tree?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)
    found?.focus()
    return found !== undefined && found !== null
  }
  useLayoutEffect(() => {
    if (waiting.current !== null && focusOn(waiting.current)) waiting.current = null
  })
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
      const { id } = items[step]
      setFocused(id)
      if (!focusOn(id)) waiting.current = id
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
  const item = (index: number, place?: Place): ReactNode => {
    const { id } = items[index]
    return (
      <Item
        key={id}
        item={items[index]}
        place={place}
        isSelected={id === selected}
        isKnown={id === known}
        onFocus={() => setFocused(id)}
        onSelect={() => onSelect(id)}
        onToggle={() => onToggle(id)}
      />
    )
  }
  const isVirtual = items.length > plainItemsMax
  return (
    <ul
      ref={setTree}
      role="tree"
      aria-label={label}
      className={classes.tree}
      data-virtual={isVirtual || undefined}
      onKeyDown={onKeyDown}
    >
      {isVirtual ? (
        <Suspense fallback={items.slice(0, plainItemsMax).map((_item, index) => item(index))}>
          <VirtualItems
            tree={tree}
            keys={items.map(({ id }) => id)}
            kept={items.findIndex(({ id }) => id === known)}
            item={item}
          />
        </Suspense>
      ) : (
        items.map((_item, index) => item(index))
      )}
    </ul>
  )
}

type ItemProps = {
  item: TreeItem
  place: Place | undefined
  isSelected: boolean
  /** Whether Tab leads to it. */
  isKnown: boolean
  onFocus: () => void
  onSelect: () => void
  onToggle: () => void
}

function Item({
  item: { id, content, depth, isOpen, place: posInSet, siblings },
  place,
  isSelected,
  isKnown,
  onFocus,
  onSelect,
  onToggle,
}: ItemProps) {
  return (
    <li
      ref={place?.ref}
      data-id={id}
      data-index={place?.index}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={posInSet}
      aria-setsize={siblings}
      aria-expanded={isOpen ?? undefined}
      aria-selected={isSelected}
      tabIndex={isKnown ? 0 : -1}
      className={classes.item}
      style={{ paddingInlineStart: `${first + depth * indent}px`, marginBlock: place?.margin }}
      onFocus={onFocus}
      onClick={onSelect}
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
            onToggle()
          }}
        >
          <IconChevronRight size={16} />
        </span>
      )}
      {content()}
    </li>
  )
}

const first = 4
const indent = 14
