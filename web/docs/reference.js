// Scalar without anything that leaves this service: no fonts, no telemetry, no agent, no client of its own.
// Its theme is the page's.
const theme = document.documentElement.dataset.theme
globalThis.Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideDarkModeToggle: true,
  forceDarkModeState: theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'),
  agent: { disabled: true },
  mcp: { disabled: true },
  externalUrls: {},
  hideUntagged: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'oauth2' },
  metaData: { title: 'API reference · Sonde' },
})

// Its copy buttons come without a name; a screen reader needs one.
const name = () => {
  for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy')
}
new MutationObserver(name).observe(document.querySelector('#reference'), { childList: true, subtree: true })
