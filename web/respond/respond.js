/**
 * Makes the answer page more comfortable: progress while answering, follow-up questions that appear when they apply, rankings to drag, a draft
 * that saves itself, faults told before anything is sent. Without it the page works too.
 *
 * It writes no markup (the page's policy forbids it), contains no texts (they are in `data-` attributes) and stores nothing on the
 * device: the draft is on the server, and no script can read the cookie that leads to it.
 */
import { faultOf, firstFault, landAbove, showFault } from './checking.js'
import {
  accompany,
  addSteps,
  countDown,
  countPicks,
  growWithText,
  offerToClear,
  openComment,
  rememberBegun,
  sayDay,
  tieOwnWords,
} from './controls.js'
import { offerOneAtATime } from './layout.js'
import { all, fill, form, locale, numbers, questions, valuesOf, write } from './page.js'
import { makeMovable } from './ranking.js'
import { saveByItself } from './saving.js'
import { sendCarefully } from './sending.js'

const byId = new Map(questions.map((question) => [question.dataset.question, question]))

function showFollowUps() {
  for (const question of questions) {
    const { if: earlierId, any } = question.dataset
    if (!earlierId) continue
    const earlier = byId.get(earlierId)
    const values = JSON.parse(any)
    question.hidden = earlier.hidden || !valuesOf(earlier).some((value) => values.includes(value))
  }
}

function showProgress() {
  const bar = form.querySelector('progress')
  const text = form.querySelector('[data-progress]')
  const visible = questions.filter((question) => !question.hidden && question.dataset.control !== 'statement')
  // What does not fit is not an answer.
  const done = visible.filter(
    (question) => valuesOf(question).length > 0 && faultOf(question) === null,
  ).length
  const count = numbers.format(visible.length)
  bar.max = visible.length
  bar.value = done
  bar.setAttribute('aria-label', bar.dataset.label)
  write(text, fill(text.dataset.progress, { done: numbers.format(done), all: count }))
  // For the eye in the line that stays visible; the row above the questions is for whoever has pages read to them.
  const line = document.querySelector('.seen')
  if (line) {
    line.classList.add('counting')
    line.style.setProperty('--done', `${(100 * done) / visible.length}%`)
    write(line.querySelector('.so-far'), `${numbers.format(done)}/${count}`)
  }
  visible.forEach((question, at) => {
    const place = numbers.format(at + 1)
    const number = question.querySelector('.number')
    number.dataset.place = place
    write(number.firstElementChild, fill(text.dataset.position, { place, all: count }))
  })
  bar.parentElement.hidden = false
}

/** Times as the reader's device has them, with its zone: the server knows at most the zone that a member was given. */
function showOwnTime() {
  // These have no short names of most zones, only “GMT+1”, but name the place.
  const isNamed =
    ['ar', 'hi', 'ja'].includes(locale) && new Intl.DateTimeFormat().resolvedOptions().timeZone !== 'UTC'
  const formatIn = (length) =>
    new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
      ...(length === 'long' && { weekday: length }),
      day: 'numeric',
      month: length,
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: isNamed ? 'shortGeneric' : 'short',
    })
  const [long, short] = [formatIn('long'), formatIn('short')]
  for (const time of all('time[datetime]'))
    time.textContent = ('short' in time.dataset ? short : long)
      .format(new Date(time.dateTime))
      // No line ends between a day and its month, or an hour and its zone.
      .replace(/(\d\.?) (?=\p{L})/gu, '$1\u00a0')
}

/** What is led to begins below the rows that stay visible, whose height depends on their language. */
function measureRows() {
  const rows = ['.progress', '.seen', '.bar'].flatMap((name) => all(name))
  const measure = () => {
    const height = rows
      .filter((row) => getComputedStyle(row).position === 'sticky')
      .reduce((sum, row) => sum + row.offsetHeight, 0)
    document.documentElement.style.setProperty('--rows', `${height}px`)
  }
  const observer = new ResizeObserver(measure)
  for (const row of rows) observer.observe(row)
}

/** Keys that lead back to a control lead to its whole question, where that fits under the rows at the top. */
function showWholeQuestion({ key, target }) {
  const question = key === 'Tab' ? target.closest('[data-question]') : null
  if (!question) return
  const { top, height } = question.getBoundingClientRect()
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
  if (top < covered && height <= innerHeight - covered) question.scrollIntoView()
}

/** Without a secure context nothing can copy, and where a browser refuses, what was to be copied is selected. */
function offerToCopy(button) {
  if (!navigator.clipboard) return
  const source = document.getElementById(button.dataset.copy)
  button.hidden = false
  button.addEventListener('click', () => copy(button, source))
}

const copy = (button, source) =>
  navigator.clipboard.writeText((source.value ?? source.innerText).trim()).then(
    () => (button.textContent = button.dataset.copied),
    () => {
      button.classList.add('refused')
      if (source.select) source.select()
      else getSelection().selectAllChildren(source)
      const { keys, hold } = button.dataset
      const isMac = /Mac/.test(navigator.platform)
      const said = button.parentElement.querySelector('[role=status]')
      said.textContent = matchMedia('(pointer: coarse)').matches
        ? hold
        : fill(keys, { keys: isMac ? '⌘C' : 'Ctrl+C' })
    },
  )

function offerToShare(share) {
  if (!navigator.share) return
  share.hidden = false
  const url = share.dataset.share
  const instead = share.parentElement.querySelector('[data-copy]')
  // One filled button is enough.
  instead.classList.add('plain')
  // Anyone who closes the list of programs has shared nothing, and nothing is wrong. Where there is no list after all, the link can be copied.
  share.addEventListener('click', () =>
    navigator.share({ url }).catch(({ name }) => name === 'AbortError' || instead.click()),
  )
}

/** What folds at the end of a page opens below the window: it is brought into sight, and the focus stays where it is. */
function showWhole(details) {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  details.addEventListener('toggle', () => {
    if (details.open) details.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' })
  })
}

/** Nothing is to be saved before something has changed. What a browser has filled in again may be a change. */
function saveOnceChanged() {
  const bar = form.querySelector('[data-changes]')
  if (!bar || document.querySelector('.faults')) return
  if (performance.getEntriesByType('navigation')[0]?.type === 'back_forward') return
  bar.hidden = true
  form.addEventListener('input', () => (bar.hidden = false), { once: true })
}

function start() {
  for (const list of all('ol[data-ranking]', form)) makeMovable(list)
  const best = all('ol[data-most]', form)
  if (best.length > 0) void import('./picking.js').then(({ makePickable }) => best.forEach(makePickable))
  for (const line of all('input[data-slider]', form)) accompany(line)
  for (const number of all('input[data-less]', form)) addSteps(number)
  for (const day of all('input[data-day]', form)) sayDay(day)
  for (const own of all('.own', form)) tieOwnWords(own)
  for (const told of all('.picked', form)) countPicks(told)
  for (const details of all('.comment', form)) openComment(details)
  for (const area of all('textarea', form)) {
    growWithText(area)
    rememberBegun(area)
  }
  for (const line of all('[data-left]', form)) countDown(line)
  for (const hint of all('.only-if', form)) hint.hidden = true
  for (const question of questions) offerToClear(question)
  const layout = offerOneAtATime({ showFault })
  const refresh = () => {
    showFollowUps()
    showProgress()
    layout.refresh()
  }
  form.addEventListener('input', refresh)
  // Enter in a field would press the first button that sends: half a survey would be gone by a slip.
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !event.target.matches('input, .own textarea')) return
    event.preventDefault()
    layout.goOn()
  })
  const check = () => {
    if (!layout.isAtEnd()) return layout.goOn()
    const question = firstFault()
    if (question === null) return true
    layout.reveal(question)
    landAbove(question)
    return false
  }
  // What needs another look is led to, also on a screen that is away.
  document.getElementById('send-state').addEventListener('click', (event) => {
    const link = event.target.closest('a')
    if (!link) return
    event.preventDefault()
    layout.reveal(document.getElementById(link.hash.slice(1)))
  })
  form.addEventListener('keyup', showWholeQuestion)
  saveOnceChanged()
  sendCarefully({ draft: form.dataset.save ? saveByItself() : null, check })
  refresh()
  measureRows()
  // A page from the browser's back/forward cache has its fields filled again.
  addEventListener('pageshow', refresh)
}

if (form) start()
showOwnTime()
for (const copy of all('[data-copy]')) offerToCopy(copy)
for (const share of all('[data-share]')) offerToShare(share)
for (const details of all('.withdraw, .later, .change, details.next')) showWhole(details)
const faults = document.querySelector('.faults')
if (faults) {
  // A page that answered a form becomes one that is read: Reload would send the form again, and Back would find nothing.
  history.replaceState(history.state, '')
  faults.focus()
}
