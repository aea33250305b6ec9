// Scalar without anything that leaves this service: no fonts, no telemetry, no agent, no client of its own.
// Its theme is the page's.

// Operations in the order in which somebody uses them, not in that of their paths: make, list, read, change, what can be done with it, end it.
const steps =
  'preview send-test translation-proposals schedule unschedule activate publish open remind live progress deliveries links confidentiality responses results extend pause resume skip end close cancel withdraw duplicate transfer archive unarchive restore'.split(
    ' ',
  )
const rankOf = ({ method, path }) => {
  const verb = method.toLowerCase()
  const last = path.split('/').at(-1)
  if (steps.indexOf(last) >= steps.indexOf('archive')) return 300 + steps.indexOf(last)
  if (path.split('{').length - 1 > (last.startsWith('{') ? 1 : 0))
    return steps.includes(last) ? 100 + steps.indexOf(last) : 200
  if (verb === 'delete') return last.startsWith('{') ? 299 : 200
  if (last.startsWith('{')) return 10 + ['get', 'patch', 'put', 'post'].indexOf(verb)
  return verb === 'post' ? 0 : 1
}
const byUse = (one, other) =>
  rankOf(one) - rankOf(other) || one.path.length - other.path.length || one.path.localeCompare(other.path)

// What the guides have examples in; the first of each of the first three is a tab of the component.
const shown = { shell: ['curl'], node: ['undici'], python: ['python3', 'requests'], js: ['fetch'] }
const clients = {
  shell: ['curl', 'httpie', 'wget'],
  node: ['axios', 'fetch', 'ofetch', 'undici'],
  python: ['aiohttp', 'httpx_async', 'httpx_sync', 'python3', 'requests'],
  js: ['axios', 'fetch', 'jquery', 'ofetch', 'xhr'],
}
const others =
  'c clojure csharp dart fsharp go http java julia kotlin objc ocaml php powershell r ruby rust swift'.split(
    ' ',
  )
const hiddenClients = {
  ...Object.fromEntries(others.map((name) => [name, true])),
  ...Object.fromEntries(
    Object.entries(clients).map(([name, all]) => [name, all.filter((one) => !shown[name].includes(one))]),
  ),
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)')
const themeNow = () => document.documentElement.dataset.theme ?? (darkSystem.matches ? 'dark' : 'light')
globalThis.Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideDarkModeToggle: true,
  forceDarkModeState: themeNow(),
  agent: { disabled: true },
  mcp: { disabled: true },
  externalUrls: {},
  hideUntagged: true,
  operationsSorter: byUse,
  hiddenClients,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'oauth2' },
  metaData: { title: 'API reference · Sonde' },
})

// It takes its theme once; the switch of the page, and the system, change it later.
const showTheme = () => {
  for (const name of ['dark', 'light']) document.body.classList.toggle(`${name}-mode`, name === themeNow())
}
new MutationObserver(showTheme).observe(document.documentElement, { attributeFilter: ['data-theme'] })
darkSystem.addEventListener('change', showTheme)

// Its copy buttons come without a name; a screen reader needs one.
const name = () => {
  for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy')
  // What scrolls has to be reachable by keyboard.
  for (const box of document.querySelectorAll('.scalar-card-content.custom-scroll:not([tabindex])'))
    box.setAttribute('tabindex', '0')
}
new MutationObserver(name).observe(document.querySelector('#reference'), { childList: true, subtree: true })
