/** The page to which the identity provider redirects after signing in. */
import { finishSignIn, signInOrigin } from '/assets/sign-in.js'

const texts = JSON.parse(document.getElementById('texts').dataset.texts)
const back = signInOrigin()
try {
  await finishSignIn()
  location.replace(back)
} catch (error) {
  document.querySelector('h1').textContent = texts.failed
  const denied = error?.error === 'access_denied'
  document.getElementById('status').textContent = denied
    ? texts.cancelled
    : (texts[error?.code] ?? error?.error_description ?? error?.message ?? texts.trouble)
  document.querySelector('#retry a').href = back
  document.getElementById('retry').hidden = false
}
