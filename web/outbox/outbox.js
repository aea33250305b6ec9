/** Keys of the outbox: down and up the list, to the search, and back to the list. All of it works by links, too. */
const links = [...document.querySelectorAll('.messages a')]
const current = links.findIndex((link) => link.getAttribute('aria-current') === 'page')
const search = document.querySelector('input[name=q]')
const moved = 'outbox moved by a key'

links[current]?.scrollIntoView({ block: 'nearest' })
if (sessionStorage.getItem(moved) !== null) {
  sessionStorage.removeItem(moved)
  links[current]?.focus()
}

const steps = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

function go(step) {
  const next = links[Math.min(links.length - 1, Math.max(0, current + step))]
  if (!next || next === links[current]) return
  sessionStorage.setItem(moved, '')
  location.assign(next.href)
}

addEventListener('keydown', (event) => {
  const { key, target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || target === search) return
  // Where a text is scrolled, arrows scroll it.
  if (key.startsWith('Arrow') && target.closest?.('pre')) return
  if (key === '/') search.focus()
  else if (key === 'Escape') document.querySelector('.back')?.click()
  else if (steps[key]) go(steps[key])
  else return
  event.preventDefault()
})
