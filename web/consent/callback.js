/** The page that the identity provider sends people back to. */
import { finishSignIn, startedAt } from '/assets/sign-in.js'

const back = startedAt()
try {
  await finishSignIn()
  location.replace(back)
} catch (error) {
  document.querySelector('h1').textContent = 'Signing in failed'
  const denied = error?.error === 'access_denied'
  document.getElementById('status').textContent = denied
    ? 'You called it off.'
    : (error?.error_description ?? error?.message ?? 'Something went wrong.')
  document.querySelector('#retry a').href = back
  document.getElementById('retry').hidden = false
}
