/**
 * One question at a time, for whoever likes that on a phone. It is the reader's choice and stays in the page's address. A text that asks nothing is
 * shown with the question after it. From the second question on, the heading and the promise fold into one line. With a keyboard, digits choose and
 * Enter goes on while the question has the focus (WCAG 2.1.4).
 */
import { all, form, questions, valuesOf } from './page.js'

/** With fewer, one page is as short. */
const questionsMin = 4
const hash = '#one'
/** Long enough to see what was chosen. */
const pauseMs = 300

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

/** What a digit means: the value of a scale, or the place of a choice. */
function choiceOf(question, digit) {
  if (!question || question.dataset.control === 'matrix') return undefined
  const choices = all('input[type=radio], input[type=checkbox]:not([name$=".unquoted"])', question)
  return question.dataset.control === 'choices'
    ? choices[Number(digit) - 1]
    : choices.find((one) => one.value === digit)
}

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
  const names = { one: toggle.textContent, all: toggle.dataset.all, next: next.textContent }
  const about = document.querySelector('.about')
  let isOn = false
  let current = null
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
    const isLater = isOn && at > 0
    form.classList.toggle('single', isOn)
    form.classList.toggle('later', isLater)
    form.classList.toggle('last', at === list.length - 1)
    // Whoever opened it reads it as long as they stay at the question.
    const showing = `${isOn} ${at}`
    if (shown !== showing) {
      about.open = !isLater
      about.classList.toggle('folded', isLater)
    }
    shown = showing
    back.hidden = !isOn || at === 0
    next.hidden = !isOn || at === list.length - 1
    const { control, missing } = current.dataset
    const isSkipped = control !== 'statement' && missing === undefined && valuesOf(current).length === 0
    next.classList.toggle('plain', isSkipped)
    next.textContent = isSkipped ? next.dataset.skip : names.next
    toggle.textContent = isOn ? names.all : names.one
  }

  function show(question) {
    current = question
    refresh()
    if (!isOn) return
    question.focus({ preventScroll: true })
    scrollTo(0, 0)
    question.scrollIntoView({ block: 'nearest' })
  }

  function go(by) {
    const list = screens()
    const at = placeOf(list)
    // Whoever goes on leaves no wrong answer behind; going back is always possible.
    if (by > 0 && list[at].filter((question) => showFault(question)).length > 0)
      return list[at].at(-1).focus()
    const screen = list[at + by]
    if (screen) show(asked(screen))
  }

  back.addEventListener('click', () => go(-1))
  next.addEventListener('click', () => go(1))
  toggle.addEventListener('click', () => {
    isOn = !isOn
    history.replaceState(null, '', isOn ? hash : location.pathname + location.search)
    refresh()
  })

  // A link to a question leads to its screen, and the address stays.
  for (const link of document.querySelectorAll('.faults a'))
    link.addEventListener('click', (event) => {
      if (!isOn) return
      event.preventDefault()
      show(document.getElementById(link.hash.slice(1)))
    })

  let isPointed = false
  form.addEventListener('pointerdown', () => (isPointed = true), { capture: true })
  form.addEventListener('keydown', () => (isPointed = false), { capture: true })
  // A tap on a single choice says all there is to say. Arrow keys only pass over choices.
  form.addEventListener('change', ({ target }) => {
    const question = target.closest('[data-question]')
    const isWhole =
      target.type === 'radio' &&
      target.value !== '_other' &&
      question.dataset.control !== 'matrix' &&
      !question.querySelector('textarea')
    if (isOn && isPointed && isWhole) setTimeout(() => current === question && go(1), pauseMs)
  })
  form.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, altKey, metaKey } = event
    if (isOn && key === 'Enter' && target.matches('[data-question]')) return go(1)
    const isText = target.matches('textarea, select, input:not([type=radio], [type=checkbox])')
    if (!isOn || isText || ctrlKey || altKey || metaKey || !/^\d$/.test(key)) return
    const choice = choiceOf(target.closest('[data-question]'), key)
    if (!choice || choice.disabled) return
    event.preventDefault()
    isPointed = true
    choice.click()
  })
  choice.hidden = false
  isOn = location.hash === hash
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
