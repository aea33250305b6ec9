/** Looks at the answers before anything is sent, by the texts that the server put beside each question. The server looks again. */
import { all, fill, form, lacksWords, locale, numbers, questions, sayAlert, valuesOf } from './page.js'

const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
const days = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
  dateStyle: 'long',
  timeZone: 'UTC',
})

/** @returns what is wrong with an answer, or null */
export function faultOf(question) {
  if (question.hidden) return null
  const { question: id, missing, wrong } = question.dataset
  const values = valuesOf(question)
  if (lacksWords(question)) return question.querySelector('.options').dataset.empty
  if (wrong !== undefined) {
    const field = question.querySelector(`input[type=number][name="${id}"], input[type=date][name="${id}"]`)
    if (field && !field.validity.valid) return misfit(question, field) ?? wrong
    const { least, most } = question.querySelector('[data-least], [data-most]')?.dataset ?? {}
    const isBetween = (!least || values.length >= least) && (!most || values.length <= most)
    if (values.length > 0 && !isBetween) return wrong
  }
  return missing !== undefined && values.length === 0 ? missing : null
}

/** What is wrong with a number or a day, and what is right; undefined where only the latter can be said. */
function misfit({ dataset }, { type, validity, valueAsNumber, valueAsDate }) {
  const text = validity.rangeOverflow
    ? dataset.high
    : validity.rangeUnderflow
      ? dataset.low
      : validity.stepMismatch
        ? dataset.step
        : undefined
  const value = type === 'date' ? days.format(valueAsDate) : exact.format(valueAsNumber)
  return text && fill(text, { value })
}

/** Shows it under the text of the question, where it is seen before the answer, and takes it away once it is no longer so. @returns whether there is one */
export function showFault(question) {
  const { question: id } = question.dataset
  const fault = faultOf(question)
  const old = document.getElementById(`${id}-fault`)
  const described = document.getElementById(`in-${id}`) ?? question
  const names = new Set(described.getAttribute('aria-describedby')?.split(' ') ?? [])
  const describe = () =>
    names.size > 0
      ? described.setAttribute('aria-describedby', [...names].join(' '))
      : described.removeAttribute('aria-describedby')
  question.classList.toggle('faulty', fault !== null)
  // A hint that says what the fault says is not said twice.
  for (const note of all('.notes p', question))
    if (!note.matches('.only-if, .picked')) note.hidden = fault?.endsWith(note.textContent.trim()) ?? false
  if (described !== question)
    if (fault === null) described.removeAttribute('aria-invalid')
    else described.setAttribute('aria-invalid', 'true')
  if (fault === null) {
    old?.remove()
    names.delete(`${id}-fault`)
    describe()
    return false
  }
  const text = old ?? document.createElement('p')
  if (!old) question.querySelector('legend, .legend').after(text)
  text.id = `${id}-fault`
  text.className = 'fault'
  text.textContent = fault
  names.add(text.id)
  describe()
  return true
}

/** That nothing was sent, how many need another look, and each as a line, which leads there: as src/respond/pages.ts lists them. */
function sayFaults(faulty) {
  const forms = JSON.parse(form.dataset.check)
  const text = forms[new Intl.PluralRules(locale).select(faulty.length)] ?? forms.other
  sayAlert('', 'faults')
  const [title, count] = [document.createElement('p'), document.createElement('p')]
  title.appendChild(document.createElement('strong')).textContent = form.dataset.unsent
  count.textContent = fill(text, { count: numbers.format(faulty.length) })
  const list = document.createElement('ul')
  for (const question of faulty) {
    const [link, name, fault] = ['a', 'span', 'span'].map((tag) => document.createElement(tag))
    link.href = `#${question.id}`
    // In its author's language, where that is another.
    name.append(question.querySelector('legend, .legend').lastChild.cloneNode(true))
    fault.textContent = document.getElementById(`${question.dataset.question}-fault`).textContent
    link.append(name, ' ', fault)
    list.appendChild(document.createElement('li')).append(link)
  }
  document.getElementById('send-state').append(title, count, list)
}

/** @returns the first question with a fault */
export function firstFault() {
  const faulty = questions.filter((question) => showFault(question))
  if (faulty.length > 0) sayFaults(faulty)
  return faulty[0] ?? null
}

/** The list is above that question, and is where somebody is after pressing the button: with one line for each, both are visible. */
export function landAbove(question) {
  const list = document.getElementById('send-state')
  question.before(list)
  list.tabIndex = -1
  list.focus({ preventScroll: true })
  list.scrollIntoView()
}

/** A number or a day that does not fit is told when its field is left; that there is none, not before somebody sends. */
form?.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (!target.matches('input[type=number], input[type=date]') || target.validity.valid) return
  const question = target.closest('[data-question]')
  // Anyone who steps or clears changes it.
  if (relatedTarget?.matches('.step-by, .clear') && question.contains(relatedTarget)) return
  if (showFault(question)) document.getElementById(`${question.dataset.question}-fault`).role = 'alert'
})

form?.addEventListener('input', ({ target }) => {
  const question = target.closest('[data-question].faulty')
  if (!question) return
  showFault(question)
  const faulty = all('.faulty', form)
  if (faulty.length === 0) sayAlert('')
  else if (document.querySelector('#send-state a')) sayFaults(faulty)
})
