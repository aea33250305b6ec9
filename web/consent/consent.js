/**
 * The consent page at work: shows who is signed in, and on Allow asks the server for a code and goes where the server
 * says. Allow wakes half a second after it can be seen, so that a click meant for something else does not meet it.
 */
import { currentSession, forgetSession, signIn } from '/assets/sign-in.js'

const wakeMs = 500
const asked = [
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
]

const $ = (id) => document.getElementById(id)
const allow = $('allow')
const signInButton = $('sign-in')
let wake

function show() {
  const session = currentSession()
  $('account').hidden = !session
  $('who').textContent = session?.name ?? session?.email ?? 'by your provider'
  $('email').textContent = session?.name ? (session.email ?? '') : ''
  signInButton.hidden = Boolean(session)
  allow.hidden = !session
  $('hint').hidden = Boolean(session)
  sleep()
}

function sleep() {
  allow.disabled = true
  clearTimeout(wake)
  if (!allow.hidden && document.visibilityState === 'visible')
    wake = setTimeout(() => (allow.disabled = false), wakeMs)
}

function complain(text) {
  $('problem').textContent = text
  $('problem').hidden = false
}

async function leaveToSignIn(options) {
  $('problem').hidden = true
  signInButton.disabled = true
  try {
    await signIn(options)
  } catch (error) {
    signInButton.disabled = false
    complain(`Signing in does not work just now. ${error.message ?? ''}`)
  }
}

async function decide() {
  const session = currentSession()
  if (!session) return show()
  allow.disabled = true
  $('problem').hidden = true
  const query = new URLSearchParams(location.search)
  const body = Object.fromEntries(
    asked.filter((name) => query.get(name)).map((name) => [name, query.get(name)]),
  )
  try {
    const response = await fetch($('choice').dataset.endpoint, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const reply = await response.json()
    if (response.ok) return location.replace(reply.redirect_to)
    if (response.status === 401) {
      forgetSession()
      show()
      return complain('Your sign-in has ended. Please sign in again.')
    }
    complain(
      response.status === 403
        ? 'This account is not part of the organisation. Switch to one that is, or deny.'
        : `${reply.detail} (${reply.request_id})`,
    )
  } catch {
    complain('The service cannot be reached just now. Try again in a moment.')
  }
  sleep()
}

signInButton.addEventListener('click', () => leaveToSignIn())
$('switch').addEventListener('click', () => leaveToSignIn({ switchAccount: true }))
allow.addEventListener('click', decide)
document.addEventListener('visibilitychange', sleep)
addEventListener('pageshow', show)
show()
