/** Rankings of the best alone: rows that are pressed in their order. Loaded where there is one. */
import { button, changed, fill, numbers } from './page.js'

/**
 * Turns selects of places into rows that are pressed: the first press gives the first place, another press takes a place away, and those after it
 * move up. The hidden selects hold the places that are sent.
 */
export function makePickable(list) {
  const { most, placed } = list.dataset
  const help = list.previousElementSibling
  help.textContent = help.dataset.move
  help.hidden = help.dataset.move === ''
  const rows = [...list.children].map((row) => {
    const [words, select] = [row.querySelector('.what'), row.querySelector('select')]
    const element = button('pick option', () => press(select))
    row.prepend(element)
    element.append(words)
    select.hidden = true
    return { element, select, name: words.textContent.trim() }
  })
  const inOrder = () =>
    rows
      .map(({ select }) => select)
      .filter(({ value }) => value !== '')
      .toSorted((a, b) => a.value - b.value)
  const press = (select) => {
    const order = inOrder()
    const next = order.includes(select) ? order.filter((one) => one !== select) : [...order, select]
    for (const one of rows) one.select.value = ''
    next.forEach((one, at) => (one.value = String(at + 1)))
    changed(list)
  }
  const show = () => {
    const isFull = inOrder().length >= most
    for (const { element, select, name } of rows) {
      const isPlaced = select.value !== ''
      const place = isPlaced ? numbers.format(select.value) : ''
      element.dataset.place = place
      element.ariaPressed = String(isPlaced)
      element.disabled = isFull && !isPlaced
      if (isPlaced) element.setAttribute('aria-label', fill(placed, { place, option: name }))
      else element.removeAttribute('aria-label')
    }
  }
  // What a form without script sent may have gaps, or a place twice.
  const order = inOrder()
  if (new Set(order.map(({ value }) => value)).size < order.length) for (const one of order) one.value = ''
  else order.forEach((one, at) => (one.value = String(at + 1)))
  list.addEventListener('input', show)
  addEventListener('pageshow', show)
  list.classList.add('pickable')
  show()
}
