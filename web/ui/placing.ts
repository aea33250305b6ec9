/** Places something beside its element on the screen: under it (or above it, if there is no room), and always visible. */
const gap = 6
const margin = 8

export type Align = 'start' | 'center' | 'end'

export function placeBeside(
  floating: HTMLElement,
  anchor: Element,
  align: Align,
  prefer: 'above' | 'below',
): void {
  const at = anchor.getBoundingClientRect()
  const { width, height } = floating.getBoundingClientRect()
  const idealLeft = {
    start: at.left,
    center: at.left + (at.width - width) / 2,
    end: at.right - width,
  }[align]
  const left = Math.max(margin, Math.min(idealLeft, document.documentElement.clientWidth - width - margin))
  const above = at.top - height - gap
  const below = at.bottom + gap
  const isAbove =
    prefer === 'above' ? above >= margin : below + height > innerHeight - margin && above >= margin
  floating.style.left = `${Math.round(left)}px`
  floating.style.top = `${Math.round(isAbove ? above : below)}px`
}
