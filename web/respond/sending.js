/**
 * Sending, for people on trains: without a connection the page stays where it is, keeps what was answered, says so, and sends when the connection
 * is back. Nothing is written to the device: the tab has to stay open.
 */
import { form, sayState } from './page.js'

const retryMs = 4000

const isReachable = () =>
  fetch('/assets/icon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/** Until the browser says that there is a network, or a while has passed: it may say nothing, or be wrong. */
const aWhile = () =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, retryMs)
    addEventListener('online', () => (clearTimeout(timer), resolve()), { once: true })
  })

/**
 * @param draft  saves on the way, so that nothing is lost if the server refuses; null where nothing may be saved
 * @param check  shows what is wrong; true: it may be sent
 */
export function sendCarefully({ draft, check }) {
  let isSending = false
  const warn = (event) => event.preventDefault()
  form.addEventListener('submit', async (event) => {
    // Another button of the form saves.
    if (event.submitter?.hasAttribute('formaction')) return draft?.stop()
    event.preventDefault()
    if (isSending || !check()) return
    isSending = true
    sayState(form.dataset.sending)
    while (!(await (draft?.save ?? isReachable)())) {
      sayState(form.dataset.offline)
      addEventListener('beforeunload', warn)
      await aWhile()
    }
    removeEventListener('beforeunload', warn)
    draft?.stop()
    form.submit()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    isSending = false
    sayState('')
  })
}
