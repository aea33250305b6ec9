// What makes the docs comfortable; without it they can be read all the same. Copy, search, theme, the reader's own application.
const root = document.documentElement

const kept = (key) => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
const keep = (key, value) => {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Then it is chosen again next time.
  }
}

function element(name, attributes = {}, text = '') {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.textContent = text
  return made
}

// Copy
async function copy(button, text) {
  const label = button.textContent
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Press Ctrl+C'
  }
  setTimeout(() => (button.textContent = label), 1500)
}
for (const block of document.querySelectorAll('.code')) {
  const button = element(
    'button',
    { type: 'button', class: 'copy', 'aria-label': 'Copy this example' },
    'Copy',
  )
  button.addEventListener('click', () => void copy(button, block.querySelector('code').textContent))
  block.querySelector('.bar').append(button)
}
for (const button of document.querySelectorAll('[data-copy-page]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const page = await fetch(button.dataset.copyPage)
    if (page.ok) await copy(button, await page.text())
  })
}

// Language: whoever chooses one in an example has chosen it in all of them, here, on the next page, and in the workspace.
const languages = [...document.querySelectorAll('.example > input')]
const choose = (language) => {
  for (const input of languages) if (input.value === language) input.checked = true
}
const known = languages.find((input) => JSON.stringify(input.value) === kept('sonde.language'))
if (known) choose(known.value)
for (const input of languages)
  input.addEventListener('change', () => {
    // Examples above may get shorter or longer: what is being read stays where it is.
    const before = input.getBoundingClientRect().top
    choose(input.value)
    keep('sonde.language', JSON.stringify(input.value))
    scrollBy({ top: input.getBoundingClientRect().top - before, behavior: 'instant' })
  })

// The application that was last looked at in the workspace is in the examples; its secret is kept nowhere.
const lookedAt = () => {
  try {
    return JSON.parse(kept('sonde.application') ?? 'null')
  } catch {
    return null
  }
}
const application = lookedAt()
if (typeof application?.client_id === 'string' && /^[\w-]{1,80}$/.test(application.client_id)) {
  let filled = 0
  for (const code of document.querySelectorAll('.code code')) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      if (!node.data.includes('app_…')) continue
      node.data = node.data.replaceAll('app_…', application.client_id)
      filled++
    }
  }
  const at = document.querySelector('h1')
  if (filled > 0 && at) {
    const note = element('p', { class: 'filled' }, 'Examples are filled in with your application ')
    note.append(element('strong', {}, String(application.name ?? application.client_id)), '.')
    at.after(note)
  }
}

// Theme: light, dark, or what the system says.
const themes = ['auto', 'light', 'dark']
const themeButton = document.querySelector('.theme')
const showTheme = (theme) => {
  if (theme === 'auto') delete root.dataset.theme
  else root.dataset.theme = theme
  themeButton.textContent = { auto: '◐', light: '☀', dark: '☾' }[theme]
  themeButton.title = `Theme: ${theme}`
}
if (themeButton) {
  let theme = themes.includes(kept('sonde.theme')) ? kept('sonde.theme') : 'auto'
  themeButton.hidden = false
  showTheme(theme)
  themeButton.addEventListener('click', () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length]
    keep('sonde.theme', theme)
    showTheme(theme)
  })
}

// Search: a combobox over every heading. The index is fetched when somebody starts to look.
const find = document.querySelector('.find')
const input = find?.querySelector('input')
const list = find?.querySelector('#found')
let places
let shown = []
let active = -1

function rank({ title, page, text }, words) {
  let score = 0
  for (const word of words) {
    const inTitle = title.toLowerCase().indexOf(word)
    if (inTitle === 0) score += 6
    else if (inTitle > 0) score += 4
    else if (page.toLowerCase().includes(word)) score += 2
    else if (text.toLowerCase().includes(word)) score += 1
    else return 0
  }
  return score
}

async function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  places ??= fetch('/docs/search.json').then((reply) => (reply.ok ? reply.json() : []))
  const all = await places
  shown = all
    .map((place) => ({ place, score: words.length > 0 ? rank(place, words) : 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 8)
    .map(({ place }) => place)
  active = -1
  list.replaceChildren(
    ...shown.map((place, index) => {
      const item = element('li', { role: 'option', id: `found-${index}`, 'aria-selected': 'false' })
      const link = element('a', { href: place.href, tabindex: '-1' })
      link.append(
        element('strong', {}, place.title),
        element('span', {}, place.title === place.page ? place.text : place.page),
      )
      item.append(link)
      return item
    }),
  )
  if (words.length > 0 && shown.length === 0) list.append(element('li', { class: 'none' }, 'Nothing found'))
  open(words.length > 0)
}

function open(isOpen) {
  list.hidden = !isOpen
  input.setAttribute('aria-expanded', String(isOpen))
  if (!isOpen) input.removeAttribute('aria-activedescendant')
}

function move(step) {
  if (shown.length === 0) return
  active = (active + step + shown.length) % shown.length
  for (const [index, item] of [...list.children].entries())
    item.setAttribute('aria-selected', String(index === active))
  input.setAttribute('aria-activedescendant', `found-${active}`)
  list.children[active].scrollIntoView({ block: 'nearest' })
}

if (input) {
  find.hidden = false
  input.addEventListener('input', () => void search())
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter') {
      const place = shown[Math.max(active, 0)]
      if (place) location.assign(place.href)
      open(false)
    } else if (event.key === 'Escape') open(false)
  })
  input.addEventListener('blur', () => setTimeout(() => open(false), 150))
  document.addEventListener('keydown', (event) => {
    const writing =
      event.target instanceof HTMLElement &&
      event.target.matches('input, textarea, select, [contenteditable]')
    if (event.key !== '/' || writing || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
  })
}

// Errors: those whose code or text has every word.
const filter = document.querySelector('.filter')
if (filter) {
  const field = filter.querySelector('input')
  const errors = [...document.querySelectorAll('.error')].map((entry) => ({
    entry,
    text: [...entry.querySelectorAll('h3, p')].map((one) => one.textContent.toLowerCase()).join(' '),
  }))
  filter.hidden = false
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    let count = 0
    for (const { entry, text } of errors) {
      entry.hidden = !words.every((word) => text.includes(word) || text.includes(word.replaceAll('-', '_')))
      if (!entry.hidden) count++
    }
    for (const status of document.querySelectorAll('.status'))
      status.hidden = !status.querySelector('.error:not([hidden])')
    filter.querySelector('[role=status]').textContent =
      words.length > 0 ? `${count} of ${errors.length} errors` : ''
  })
}

// A link to a folded part unfolds it.
const unfold = () => {
  const part = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest('details')
  if (part) part.open = true
}
addEventListener('hashchange', unfold)
unfold()

// Which section is being read
const links = new Map(
  [...document.querySelectorAll('.sections a, .areas a')].map((link) => [link.hash.slice(1), link]),
)
if (links.size > 0 && 'IntersectionObserver' in globalThis) {
  const seen = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue
        for (const link of links.values()) link.removeAttribute('aria-current')
        links.get(entry.target.id)?.setAttribute('aria-current', 'true')
      }
    },
    { rootMargin: '-80px 0px -70% 0px' },
  )
  for (const id of links.keys()) {
    const heading = document.getElementById(id)
    if (heading) seen.observe(heading)
  }
}
