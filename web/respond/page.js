/** What the scripts of the answer page share: the form, its items, and numbers as the reader writes them. */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)]
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)

/** Writing what is there already would cost the layout of the page all the same. */
export const write = (element, text) => {
  if (element.textContent !== text) element.textContent = text
}

export const locale = document.documentElement.lang
export const numbers = new Intl.NumberFormat(locale)

export const form = document.querySelector('form[data-answer], form[action$="/edit"]')
export const questions = form ? all('[data-question]', form) : []

/** A device that many people answer on. */
export const isShared = document.querySelector('[data-kiosk]') !== null

/** A request that takes longer has no connection that deserves the name. */
export const timeoutMs = 20_000

/** What a proxy says while the service starts, or the service while it has too much to do. */
export const isTrouble = ({ status }) => status >= 500 || status === 429

/**
 * Above the buttons: what is wrong with the form, or what keeps it from being sent. Read out at once.
 * @param kind  'faults', 'offline', 'still', or 'sending', which the button shows
 */
export function sayAlert(text, kind = '') {
  const alert = document.getElementById('send-state')
  if (kind !== 'faults') form.querySelector('.by-name, .actions').before(alert)
  alert.dataset.kind = kind
  alert.classList.toggle('faults', kind === 'faults')
  alert.textContent = text
}

/** The values of a question, each as text; an answer in other words counts as on the server. */
export function valuesOf(question) {
  const { question: id, control } = question.dataset
  if (control === 'matrix')
    return all('.row', question).every((row) => row.querySelector(':checked')) ? ['rated'] : []
  if (control === 'places') {
    const places = all('select', question).map((one) => one.value)
    // Where all need a place, less than all is not an answer; elsewhere a first place is one.
    if (question.querySelector('[data-ranking]')) return places.every(Boolean) ? ['ranked'] : []
    return places.filter(Boolean)
  }
  const otherWords = question.querySelector(`[name="${id}.text"]`)?.value.trim()
  const fields = all(`[name="${id}"]`, question)
  const chosen = fields.filter((one) => (/radio|checkbox/.test(one.type) ? one.checked : one.value.trim()))
  const values = chosen.map((one) => one.value).filter((value) => value !== '_other')
  const picksSeveral = fields.some((one) => one.type === 'checkbox')
  return otherWords && (values.length === 0 || picksSeveral) ? [...values, 'other'] : values
}

/** Whether other words are chosen, and none are written. */
export const lacksWords = (question) =>
  question.querySelector('[value=_other]:checked') !== null &&
  question.querySelector('.own textarea').value.trim() === ''

export const button = (className, press) => {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = className
  element.addEventListener('click', press)
  return element
}

/** As if somebody had typed: progress, follow-ups and the draft notice it. */
export const changed = (element) => element.dispatchEvent(new Event('input', { bubbles: true }))
