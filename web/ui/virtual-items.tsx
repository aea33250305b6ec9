/**
 * Draws only the items of a long tree that are visible and a few around them, within an element that scrolls. Margins hold the place of the others,
 * so that nothing but items is in the tree. Items are measured, as long names take two lines. The item to which Tab leads stays, however far one
 * scrolls.
 */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** The place of an item that is drawn with others left out before and after it. */
export type Place = { index: number; ref: (item: HTMLElement | null) => void; margin: string }

type Props = {
  tree: HTMLElement | null
  keys: readonly string[]
  /** The item that stays. */
  kept: number
  item: (index: number, place: Place) => ReactNode
}

const itemPx = 34
const around = 12

export function VirtualItems({ tree, keys, kept, item }: Props) {
  const items = useVirtualizer({
    count: keys.length,
    getScrollElement: () => tree,
    estimateSize: () => itemPx,
    overscan: around,
    getItemKey: (index) => keys[index],
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(kept < 0 ? [] : [kept])])].toSorted((a, b) => a - b),
  })
  const latest = useRef(kept)
  latest.current = kept
  // What was hidden has lost its place without an event of it; anyone who opens it finds the item in sight, as on the first time.
  useLayoutEffect(() => {
    if (!tree) return
    let isHidden = true
    const size = new ResizeObserver(() => {
      const wasHidden = isHidden
      isHidden = tree.clientHeight === 0
      if (!wasHidden || isHidden) return
      tree.dispatchEvent(new Event('scroll'))
      if (latest.current > 0) items.scrollToIndex(latest.current, { align: 'center' })
    })
    size.observe(tree)
    return () => size.disconnect()
  }, [tree, items])
  // The focus brings an item into sight where it is estimated to be; those before it are measured then, and push it away.
  const keptKey = keys[kept]
  useLayoutEffect(() => {
    if (tree?.clientHeight && latest.current >= 0) items.scrollToIndex(latest.current, { align: 'auto' })
  }, [tree, items, keptKey])
  // What was drawn until this chunk came goes away as this comes, and with it the focus of whoever was quicker.
  const lost = useRef<boolean | null>(null)
  lost.current ??= tree?.contains(document.activeElement) === true
  useLayoutEffect(() => {
    if (!lost.current) return
    const found = tree?.querySelector<HTMLElement>(`[data-index="${Math.max(latest.current, 0)}"]`)
    found?.focus({ preventScroll: true })
    if (found) lost.current = false
  })
  const shown = items.getVirtualItems()
  return shown.map(({ index, start, end }, at) => {
    const before = start - (at === 0 ? 0 : shown[at - 1].end)
    const after = at === shown.length - 1 ? items.getTotalSize() - end : 0
    return item(index, { index, ref: items.measureElement, margin: `${before}px ${after}px` })
  })
}
