/**
 * A device that many people answer on: after a minute in which nobody does anything, the page starts over, and says so 20 seconds before
 * (WCAG 2.2.1: anyone who is there says so by one press, as often as they like). Nothing is kept on the device, and going back leads to the start.
 */
import './respond.js'
import { form, questions, valuesOf } from './page.js'

const idleMs = 40_000
const warningSeconds = 20
const { kiosk: start } = document.body.querySelector('main').dataset
const warning = document.getElementById('warning')
const leaving = document.getElementById('leave')
const text = warning.querySelector('[data-text]')
const rest = document.querySelector('[data-rest]')
const inSeconds = new Intl.NumberFormat(document.documentElement.lang, {
  style: 'unit',
  unit: 'second',
  unitDisplay: 'long',
})
let idle
let countdown
let restSince

/** Without an entry of its own: nobody comes back to what somebody else has left. Once: a second call would break off the first on a slow device. */
function startOver() {
  clearTimeout(idle)
  clearInterval(countdown)
  location.replace(start)
}

function warn() {
  let left = warningSeconds
  const say = () =>
    (text.textContent = text.dataset.text.replace(
      '{seconds}',
      new Intl.NumberFormat(document.documentElement.lang).format(left),
    ))
  say()
  warning.showModal()
  countdown = setInterval(() => {
    left--
    say()
    if (left <= 0) startOver()
  }, 1000)
}

const contentOf = (some) => String(new URLSearchParams(new FormData(some)))
const untouched = form && contentOf(form)
/** Also by what is no whole answer yet, and by what came back with a form that was refused. */
const isBegun = () =>
  contentOf(form) !== untouched || questions.some((question) => valuesOf(question).length > 0)

/** Nobody has begun: there is nothing to start over. */
const isAtRest = () =>
  location.pathname === start && location.search === '' && !document.getElementById('code')?.value

/** On the page of thanks, in which nobody has more to do: when the next person finds the start. */
function showRest() {
  const whole = idleMs / 1000 + warningSeconds
  const left = Math.max(0, whole - Math.round((Date.now() - restSince) / 1000))
  rest.lastElementChild.textContent = rest.dataset.rest.replace('{time}', inSeconds.format(left))
  rest.querySelector('.time').style.strokeDashoffset = String(1 - left / whole)
  rest.hidden = false
}

function stay() {
  clearTimeout(idle)
  clearInterval(countdown)
  restSince = Date.now()
  if (rest) showRest()
  if (warning.open) warning.close()
  idle = setTimeout(() => (isAtRest() ? stay() : warn()), idleMs)
}

for (const event of ['pointerdown', 'keydown', 'input', 'scroll', 'touchstart'])
  addEventListener(event, () => !warning.open && stay(), { passive: true, capture: true })
// The event comes a moment after the dialog closes: meanwhile the countdown must not go on, and a later warning stays.
warning.querySelector('button').addEventListener('click', stay)
warning.addEventListener('close', () => warning.open || stay())
for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}
for (const link of document.querySelectorAll('[data-start]'))
  link.addEventListener('click', (event) => {
    event.preventDefault()
    startOver()
  })
document.querySelector('[data-leave]')?.addEventListener('click', (event) => {
  event.preventDefault()
  if (isBegun()) leaving.showModal()
  else startOver()
})
leaving?.querySelector('[data-stay]').addEventListener('click', (event) => {
  event.preventDefault()
  leaving.close()
})

// What the browser keeps of a page that was left, and forms that it fills again.
addEventListener('pageshow', (event) => {
  const [navigation] = performance.getEntriesByType('navigation')
  if (event.persisted || navigation?.type === 'back_forward') startOver()
})
stay()
if (rest) setInterval(showRest, 1000)
