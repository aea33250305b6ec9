/** Rankings: a list whose rows are moved by buttons, or dragged by a grip. */
import { all, button, changed, fill, numbers } from './page.js'

/** Turns selects of places into a list with buttons to move its rows. The hidden selects hold the places that are sent. */
export function makeMovable(list) {
  const { up, down, keep, unset, moved } = list.dataset
  const help = list.previousElementSibling
  help.textContent = help.dataset.move
  const status = document.createElement('p')
  status.className = 'rank-status'
  status.setAttribute('role', 'status')
  const rows = () => [...list.children]
  const nameOf = (row) => row.querySelector('.what').textContent.trim()
  const selectOf = (row) => row.querySelector('select')

  const mover = (className, label, press) => {
    const element = button(className, press)
    element.setAttribute('aria-label', label)
    return element
  }
  const settle = () => {
    rows().forEach((row, at) => (selectOf(row).value = String(at + 1)))
    list.classList.add('ranked')
    keepButton.hidden = true
    status.textContent = ''
    changed(list)
  }
  const move = (row, by) => {
    const at = rows().indexOf(row)
    const other = rows()[at + by]
    if (!other) return
    if (by < 0) other.before(row)
    else other.after(row)
    settle()
    markEnds()
    status.textContent = fill(moved, { place: numbers.format(at + by + 1), option: nameOf(row) })
    const [upwards, downwards] = all('button', row)
    const pressed = by < 0 ? upwards : downwards
    ;(pressed.disabled ? (by < 0 ? downwards : upwards) : pressed).focus()
  }
  const dropped = (row) => {
    settle()
    markEnds()
    const place = numbers.format(rows().indexOf(row) + 1)
    status.textContent = fill(moved, { place, option: nameOf(row) })
  }
  const markEnds = () =>
    rows().forEach((row, at) => {
      const [upwards, downwards] = all('button', row)
      upwards.disabled = at === 0
      downwards.disabled = at === list.children.length - 1
    })
  const keepButton = button('keep', () => {
    settle()
    all('button:not(:disabled)', list)[0]?.focus()
  })
  keepButton.textContent = keep
  list.after(status, keepButton)
  for (const row of rows()) {
    selectOf(row).hidden = true
    const name = { option: nameOf(row) }
    row.prepend(gripOf(row, () => dropped(row)))
    row.append(
      mover('move up', fill(up, name), () => move(row, -1)),
      mover('move down', fill(down, name), () => move(row, 1)),
    )
  }
  list.addEventListener('keep', settle)
  list.addEventListener('clear', () => {
    for (const row of rows()) selectOf(row).value = ''
    list.classList.remove('ranked')
    keepButton.hidden = false
    status.textContent = unset
  })
  const places = rows().map((row) => Number(selectOf(row).value))
  if (new Set(places).size === rows().length && !places.includes(0)) {
    list.append(...rows().toSorted((a, b) => selectOf(a).value - selectOf(b).value))
    list.classList.add('ranked')
    keepButton.hidden = true
  } else {
    for (const row of rows()) selectOf(row).value = ''
    status.textContent = unset
  }
  markEnds()
  list.classList.add('movable')
}

/** A handle for mouse and finger; anyone who uses neither has the buttons. The row goes where the pointer is, past the middle of its neighbours. */
function gripOf(row, dropped) {
  const grip = document.createElement('span')
  grip.className = 'grip'
  grip.ariaHidden = 'true'
  let before = []
  const now = () => [...row.parentElement.children]
  grip.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    before = now()
    grip.setPointerCapture(event.pointerId)
    row.classList.add('dragged')
  })
  // The neighbours move, never the row: a browser forgets the pointer of an element that is put elsewhere.
  grip.addEventListener('pointermove', ({ clientY }) => {
    if (!row.classList.contains('dragged')) return
    const middleOf = (other) => {
      const { top, height } = other.getBoundingClientRect()
      return top + height / 2
    }
    const { previousElementSibling: above, nextElementSibling: below } = row
    if (above && clientY < middleOf(above)) row.after(above)
    else if (below && clientY > middleOf(below)) row.before(below)
  })
  grip.addEventListener('pointerup', () => {
    if (!row.classList.contains('dragged')) return
    row.classList.remove('dragged')
    // Only touching it says nothing about the order.
    if (now().some((other, at) => other !== before[at])) dropped()
  })
  grip.addEventListener('pointercancel', () => {
    row.classList.remove('dragged')
    row.parentElement.append(...before)
  })
  return grip
}
