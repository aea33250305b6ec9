/**
 * A passkey on the pages of signing in: asks the browser for it, and sends its answer by the form, like every other step. Without script,
 * or where the browser has no passkeys, the button is not there.
 */
import '/assets/simplewebauthn-browser.js'

const { browserSupportsWebAuthn, startAuthentication } = globalThis.SimpleWebAuthnBrowser
const texts = JSON.parse(document.getElementById('texts').dataset.texts)
const form = document.getElementById('passkey')
const button = form.querySelector('button')

function showFailure() {
  const alert = document.getElementById('refusal') ?? document.createElement('p')
  alert.id = 'refusal'
  alert.className = 'alert'
  alert.setAttribute('role', 'alert')
  alert.textContent = texts.passkey_failed
  form.before(alert)
}

form.hidden = !browserSupportsWebAuthn()
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  button.disabled = true
  try {
    const reply = await fetch(form.dataset.options, { method: 'POST' })
    // A sign-in that has expired: the page says so.
    if (!reply.ok) return location.reload()
    const answer = await startAuthentication({ optionsJSON: await reply.json() })
    form.elements.passkey.value = JSON.stringify(answer)
    form.submit()
  } catch {
    showFailure()
    button.disabled = false
  }
})
