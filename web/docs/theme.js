// Before anything is painted: the theme that the reader chose anywhere on this site. The same key as the app's.
;(() => {
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('sonde.theme') ?? 'auto'
  } catch {
    // A browser that keeps nothing follows the system.
  }
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
})()
