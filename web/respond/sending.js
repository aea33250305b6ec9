/**
 * Sending, for people on trains: without a connection the page stays where it is, keeps what was answered, says so, and sends when the connection
 * is back. No answer is written to the device: the tab has to stay open.
 */
import { all, form, isShared, isTrouble, questions, sayAlert, timeoutMs } from './page.js'

/** A button shows what became of its press in the room that it has: nothing moves, and a second press does nothing. */
function busy(pressed) {
  const own = pressed.textContent
  const others = all('.actions [type=submit]', form).filter((button) => button !== pressed)
  for (const button of others) button.disabled = true
  pressed.style.minWidth = `${pressed.getBoundingClientRect().width}px`
  pressed.ariaDisabled = 'true'
  return {
    say: (text) => (pressed.textContent = text),
    end: () => {
      for (const button of others) button.disabled = false
      pressed.textContent = own
      pressed.style.minWidth = ''
      pressed.ariaDisabled = null
    },
  }
}

const retryMs = 4000
/** Longer than this, and anyone who waits asks whether it goes on. */
const longMs = 3000

const isReachable = () =>
  fetch('/assets/icon.svg', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  }).then(
    (reply) => !isTrouble(reply),
    () => false,
  )

/** Until the browser says that there is a network, or a while has passed: it may say nothing, or be wrong. */
const aWhile = () =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, retryMs)
    addEventListener('online', () => (clearTimeout(timer), resolve()), { once: true })
  })

/** As the browser would. A question may be called “submit”, and then that is what the form has by this name. */
function sendTo(address) {
  const own = form.getAttribute('action')
  form.setAttribute('action', address)
  HTMLFormElement.prototype.submit.call(form)
  form.setAttribute('action', own)
}

/**
 * @param draft  saves on the way, so that nothing is lost if the server refuses; null where nothing may be saved
 * @param check  shows what is wrong; true: it may be sent
 */
export function sendCarefully({ draft, check }) {
  let isSending = false
  let shown
  let timer
  /** What is on its way is changed by nobody; without a connection it waits, and may be. */
  const lock = (isLocked) => {
    clearTimeout(timer)
    for (const question of questions) question.inert = isLocked
  }
  const rest = () => {
    isSending = false
    lock(false)
    shown?.end()
    sayAlert('')
  }
  const saySending = () => {
    shown.say(form.dataset.sending)
    // For whoever has the page read to them.
    sayAlert(form.dataset.sending, 'sending')
    lock(true)
    timer = setTimeout(() => sayAlert(form.dataset.still, 'still'), longMs)
  }
  const warn = (event) => event.preventDefault()
  const hold = (isHeld) => {
    // It starts over by itself, and nothing may keep it from that.
    if (isShared) return
    if (isHeld) addEventListener('beforeunload', warn)
    else removeEventListener('beforeunload', warn)
  }
  async function untilReachable() {
    while (!(await (draft?.save ?? isReachable)())) {
      lock(false)
      shown.say(form.dataset.waiting)
      sayAlert(form.dataset.offline, 'offline')
      hold(true)
      await aWhile()
    }
    hold(false)
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const saves = event.submitter?.hasAttribute('formaction')
    if (isSending || (!saves && !check())) return
    isSending = true
    shown = busy(event.submitter ?? form.querySelector('[type=submit]'))
    saySending()
    await untilReachable()
    saySending()
    draft?.stop()
    sendTo(saves ? event.submitter.getAttribute('formaction') : form.getAttribute('action'))
    // Anyone who breaks that off can press again; the server takes the same answers once.
    setTimeout(rest, timeoutMs)
  })
  addEventListener('pageshow', ({ persisted }) => persisted && rest())
}
