/**
 * One question at a time, for whoever likes that on a phone, and for whoever is at a device of many. It is the reader's choice, and what they chose
 * instead of that stays in the page's address. A text that asks nothing is shown with the question after it. Heading and promise fold, so that a question and its button are on one screen. With a keyboard, digits choose and
 * Enter goes on, wherever no text is typed; one question at a time is what turns these keys on, and its button turns them off (WCAG 2.1.4).
 */
import {
  all,
  button,
  changed,
  fill,
  form,
  isShared,
  lacksWords,
  numbers,
  questions,
  valuesOf,
  write,
} from './page.js'

/** With fewer, one page is as short; but whoever stands reads letters that are larger. */
const questionsMin = isShared ? 2 : 4
/** The address of the layout that is not there at first. */
const hash = isShared ? '#all' : '#one'
/** Long enough to see what was chosen. */
const pauseMs = 300
/** Whoever chose and pressed Enter, as for an answer that does not lead on by itself, meant the question before. */
const enterMs = 700
/** For the second digit of 10. */
const secondDigitMs = 1200

function screensOf(visible) {
  const screens = [[]]
  for (const question of visible) {
    screens.at(-1).push(question)
    if (question.dataset.control !== 'statement') screens.push([])
  }
  const rest = screens.pop()
  if (screens.length > 0) screens.at(-1).push(...rest)
  return screens
}

/** What digits mean: the value of a scale, or the place of a choice. */
function choiceOf(question, digits) {
  if (!question) return undefined
  const choices = all('input', question).filter((one) => isByDigit(question, one))
  return question.dataset.control === 'choices'
    ? choices[Number(digits) - 1]
    : choices.find((one) => one.value === digits)
}

const isByDigit = ({ dataset }, { type, name }) =>
  dataset.control !== 'matrix' && /radio|checkbox/.test(type) && !name.endsWith('.unquoted')

/** Whether one choice is all that there is to say. */
const isWhole = (question) =>
  question.dataset.control !== 'matrix' && question.querySelector('[data-left]') === null

const isBegunBy = (value, digits) => value.length > digits.length && value.startsWith(digits)

/** @param showFault  tells whether a question has a fault, and shows it */
export function offerOneAtATime({ showFault }) {
  const choice = form.querySelector('.layout')
  if (!choice || questions.length < questionsMin) {
    const nothing = () => {}
    return { refresh: nothing, reveal: (question) => question.focus(), goOn: nothing, isAtEnd: () => true }
  }
  const [toggle, back, next] = [
    choice.querySelector('button'),
    form.querySelector('[data-back]'),
    form.querySelector('[data-next]'),
  ]
  const about = document.querySelector('.about')
  const facts = document.querySelector('header .facts')
  const row = choice.parentElement
  const keys = form.querySelector('.keys')
  // Confirms an order that may be skipped, in the place of what leads on.
  const settle = button('settle', () => {
    confirm()
    next.focus()
  })
  const names = {
    one: toggle.textContent,
    all: toggle.dataset.all,
    next: next.textContent,
    digits: keys.firstElementChild.textContent,
  }
  // Whoever unsubscribes, or deletes a draft, does not look for it above what sends.
  const rest = all(':scope > :is(form, footer)', form.parentElement).filter((one) => one !== form)
  let isOn = false
  let current = null
  let [cameAt, ledAt] = [0, -enterMs]
  let shown = 'false 0'

  const screens = () => screensOf(questions.filter((question) => !question.hidden))
  const placeOf = (all) =>
    Math.max(
      0,
      all.findIndex((screen) => screen.includes(current)),
    )
  const asked = (screen) => screen.find(({ dataset }) => dataset.control !== 'statement') ?? screen[0]

  function refresh() {
    const list = screens()
    const at = placeOf(list)
    if (!list[at].includes(current)) current = asked(list[at])
    for (const question of questions) question.classList.toggle('away', isOn && !list[at].includes(question))
    form.classList.toggle('single', isOn)
    form.classList.toggle('last', at === list.length - 1)
    // For what is outside the form: a style sheet that asked by :has() whether it is there would look at the whole page again at each tap.
    document.documentElement.classList.toggle('one-at-a-time', isOn)
    // Anyone who opened it reads it as long as they stay at the question. Above a list of what is wrong there is no room for it.
    const isListed = current.classList.contains('faulty') && document.querySelector('.faults') !== null
    const isAbout = isOn && at === 0 && !isListed
    const showing = `${isOn} ${at} ${isAbout}`
    if (shown !== showing) {
      about.open = !isOn
      about.classList.toggle('folded', isOn)
      about.classList.toggle('start', isAbout)
      if (isOn) about.append(...rest)
      else form.after(...rest)
    }
    const isOther = shown !== showing
    shown = showing
    if (isOn) showPlace()
    // Also above a text before the question, where that begins the screen.
    list[at][0].dataset.place = current.querySelector('.number')?.textContent.trim() ?? ''
    const byDigit = all('input', current).filter((one) => isByDigit(current, one))
    // That Enter leads on is the sign of the button.
    keys.hidden = !isOn || byDigit.length === 0
    const [digits, ten] = keys.children
    write(
      digits,
      byDigit.some(({ type }) => type === 'radio') && isWhole(current) ? digits.dataset.leads : names.digits,
    )
    ten.hidden = !byDigit.some(({ value }) => value === '10')
    back.hidden = !isOn || at === 0
    next.hidden = !isOn || at === list.length - 1
    const { control, missing } = current.dataset
    const isSkipped =
      control !== 'statement' &&
      missing === undefined &&
      valuesOf(current).length === 0 &&
      !lacksWords(current)
    const order = unconfirmed()
    // The order that the author wrote is nobody's answer: where it may be skipped, what leads on skips it, as it does elsewhere.
    const leads = isSkipped ? 'skip' : order ? 'confirm' : 'next'
    // The strong button leads on from an answer.
    next.classList.toggle(
      'plain',
      control !== 'statement' && leads !== 'confirm' && valuesOf(current).length === 0,
    )
    write(next, { confirm: order?.dataset.keep, skip: next.dataset.skip, next: names.next }[leads])
    form.classList.toggle('written', current.querySelector(':scope > .under') !== null)
    form.classList.toggle('orders', current.querySelector('[data-ranking]') !== null)
    const isLeading = isOn && !next.hidden
    form.classList.toggle('confirms', isLeading && leads === 'confirm')
    const isSettling = Boolean(isLeading && order && leads === 'skip')
    form.classList.toggle('settles', isSettling)
    if (!isSettling) settle.remove()
    else if (!settle.isConnected) next.before(settle)
    if (order) write(settle, order.dataset.keep)
    write(toggle, isOn ? names.all : names.one)
    placeChoice()
    if (isOther) fitStart()
  }

  /** Whoever has to look for the first question in the lower half of a phone has the promise in its headline, which opens. */
  function fitStart() {
    about.classList.remove('low')
    if (!about.classList.contains('start')) return
    const [first] = screens()[0]
    about.classList.toggle('low', first.getBoundingClientRect().top + scrollY > innerHeight / 2)
  }

  /** Beside how many questions there are: no row of its own keeps the first of them from the top. */
  function placeChoice() {
    const place = !isOn && facts && !about.classList.contains('folded') ? facts : row
    if (choice.parentElement === place) return
    const isFocused = document.activeElement === toggle
    place.append(choice)
    if (isFocused) toggle.focus({ preventScroll: true })
  }

  /** A ranking whose order nobody has confirmed: where it needs an answer, what leads on confirms it; elsewhere the button beside it does. */
  const unconfirmed = () => current.querySelector('[data-ranking]:not(.ranked)')

  /** How far somebody is, by what they have gone past: anyone who skips gets on, too. */
  function showPlace() {
    const bar = form.querySelector('progress')
    const text = form.querySelector('[data-progress]')
    const visible = questions.filter(({ hidden, dataset }) => !hidden && dataset.control !== 'statement')
    const place = visible.indexOf(current) + 1 || visible.length
    bar.max = visible.length
    bar.value = place
    const values = { place: numbers.format(place), all: numbers.format(visible.length) }
    const position = fill(text.dataset.position, values)
    text.textContent = position
    bar.setAttribute('aria-label', position)
  }

  function show(question) {
    if (question !== current) form.dispatchEvent(new Event('leave'))
    current = question
    cameAt = performance.now()
    refresh()
    if (!isOn) return
    question.focus({ preventScroll: true })
    scrollTo(0, 0)
    // From the top of the page wherever its beginning is in sight there: what is cut at the end is found, the promise would not be.
    if (question.getBoundingClientRect().top > innerHeight / 2) question.scrollIntoView({ block: 'nearest' })
  }

  /** To what is wrong here: anyone who is told so still looks at the question, so the page moves only as far as brings that into sight. */
  function point(question) {
    current = question
    refresh()
    question.focus({ preventScroll: true })
    question.querySelector('.fault').scrollIntoView({ block: 'nearest' })
  }

  function go(by) {
    const list = screens()
    const at = placeOf(list)
    // Anyone who goes on leaves no wrong answer behind; going back is always possible.
    const faulty = by > 0 ? list[at].filter((question) => showFault(question)) : []
    if (faulty.length > 0) return point(faulty[0])
    const screen = list[at + by]
    if (screen) show(asked(screen))
  }

  /** What the button says, by a press or by Enter. */
  function lead() {
    if (form.classList.contains('confirms')) confirm()
    go(1)
  }

  const confirm = () => unconfirmed().dispatchEvent(new Event('keep'))

  /** Enter presses the strong button. An order is confirmed by it once it has been in sight, and stays there: nobody confirms one by the Enter before. */
  function enterPressed({ repeat, timeStamp }) {
    const isSettling = form.classList.contains('settles')
    if (repeat || timeStamp - (isSettling ? cameAt : ledAt) < enterMs) return
    if (isSettling) settle.click()
    else lead()
  }

  back.addEventListener('click', () => go(-1))
  next.addEventListener('click', lead)
  // Anyone who opens the first screen has pressed what the whole promise opens by, or the question whether they have answered already.
  about.addEventListener('toggle', ({ target }) => {
    if (target !== about) return
    const isWhole = about.open && about.classList.contains('start')
    for (const part of all('.already, .promise > details', about)) part.open = isWhole
  })
  toggle.addEventListener('click', () => {
    isOn = !isOn
    history.replaceState(null, '', isOn === isShared ? location.pathname + location.search : hash)
    // Progress counts answers on one page, and places here.
    changed(row)
    if (!isOn) return
    scrollTo(0, 0)
  })

  // A link to a question leads to its screen, and the address stays.
  for (const link of document.querySelectorAll('.faults a'))
    link.addEventListener('click', (event) => {
      if (!isOn) return
      event.preventDefault()
      show(document.getElementById(link.hash.slice(1)))
    })

  // What its author wrote may be longer than its lines. The observer looks after the layout, which a look at the height would bring forward.
  const words = about.querySelector('summary .lead')
  const sayWhole = () => {
    const whole = words.nextElementSibling
    const isHidden = whole.hidden
    // One line more takes no more room than what leads to it.
    words.classList.remove('unclamped')
    const line = parseFloat(getComputedStyle(words).lineHeight)
    words.classList.toggle('unclamped', words.scrollHeight - words.clientHeight < 1.5 * line)
    whole.hidden = words.scrollHeight <= words.clientHeight + 1
    if (whole.hidden !== isHidden) fitStart()
  }
  if (words) new ResizeObserver(sayWhole).observe(words)

  // Turned over. A keyboard, and a bar that goes as somebody scrolls, change the height alone: then nothing moves.
  let width = innerWidth
  addEventListener('resize', () => {
    if (innerWidth === width) return
    width = innerWidth
    fitStart()
  })

  let isPointed = false
  form.addEventListener('pointerdown', () => (isPointed = true), { capture: true })
  form.addEventListener('keydown', () => (isPointed = false), { capture: true })
  // A tap on a single choice says all there is to say. Arrow keys only pass over choices.
  form.addEventListener('change', ({ target }) => {
    const question = target.closest('[data-question]')
    if (!isOn || !isPointed || target.type !== 'radio' || target.value === '_other' || !isWhole(question))
      return
    setTimeout(() => {
      if (current !== question) return
      go(1)
      ledAt = performance.now()
    }, pauseMs)
  })
  let [firstDigit, firstAt] = ['', 0]
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, altKey, metaKey } = event
    const isHere = target === document.body || target.matches?.('[data-question]')
    if (isOn && key === 'Enter' && isHere) {
      event.preventDefault()
      return enterPressed(event)
    }
    const isText = target.matches?.('textarea, select, summary, input:not([type=radio], [type=checkbox])')
    if (!isOn || isText || ctrlKey || altKey || metaKey || !/^\d$/.test(key)) return
    if (!isHere && !form.contains(target)) return
    const two = event.timeStamp - firstAt < secondDigitMs ? firstDigit + key : key
    const value = choiceOf(current, two) ? two : key
    const choice = choiceOf(current, value)
    if (!choice || choice.disabled) return
    event.preventDefault()
    // After the 1 of a 10 nothing leads on by itself.
    const isBegun = all('input[type=radio]', current).some((one) => isBegunBy(one.value, value))
    ;[firstDigit, firstAt] = isBegun ? [value, event.timeStamp] : ['', 0]
    isPointed = !isBegun
    choice.click()
  })
  choice.hidden = false
  isOn = isShared !== (location.hash === hash)
  return {
    refresh,
    goOn: () => isOn && go(1),
    isAtEnd: () => !isOn || placeOf(screens()) === screens().length - 1,
    /** Makes a question visible, on its screen where there are several. */
    reveal: (question) => {
      if (isOn) show(question)
      else question.focus()
    },
  }
}
