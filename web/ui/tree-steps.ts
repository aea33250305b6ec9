/** Where keys lead in a tree whose open part is a list. Source: ARIA Authoring Practices, Tree View. */
type Item = { depth: number; isOpen: boolean | null }

/** A place in the list; `toggle` opens or closes the item. */
type Step = (items: readonly Item[], at: number) => number | 'toggle'

const into: Step = (items, at) => {
  const { isOpen } = items[at]
  return isOpen === null ? at : isOpen ? at + 1 : 'toggle'
}

const out: Step = (items, at) => {
  const { depth, isOpen } = items[at]
  if (isOpen) return 'toggle'
  const parent = items.slice(0, at).findLastIndex((one) => one.depth < depth)
  return Math.max(parent, 0)
}

const vertical: Record<string, Step> = {
  ArrowDown: (items, at) => Math.min(at + 1, items.length - 1),
  ArrowUp: (_items, at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (items) => items.length - 1,
}

const leftToRight: Record<string, Step> = { ...vertical, ArrowRight: into, ArrowLeft: out }
const rightToLeft: Record<string, Step> = { ...vertical, ArrowRight: out, ArrowLeft: into }

/** Those of the same parent, itself included. */
export function besides<T extends Item>(items: readonly T[], at: number): T[] {
  const { depth } = items[at]
  const before = items.slice(0, at).findLastIndex((one) => one.depth < depth)
  const after = items.findIndex((one, i) => i > at && one.depth < depth)
  return items.slice(before + 1, after < 0 ? items.length : after).filter((one) => one.depth === depth)
}

/** undefined: the tree does not use the key. */
export const treeStepOf = (key: string, isRtl: boolean): Step | undefined =>
  (isRtl ? rightToLeft : leftToRight)[key]
