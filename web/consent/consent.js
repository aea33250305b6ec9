/**
 * The consent page at work, with the texts that the page brings: shows who is signed in, and on Allow asks the server for a code and goes where the server
 * says. Allow wakes half a second after it can be seen, so that a click meant for something else does not meet it.
 *
 * Each code takes one click on this page. A person who pressed "Sign in" here, and allowed the same before, needs no second
 * one: the page says where it takes them, and they may stop it.
 */
import { currentSession, forgetSession, signIn } from '/assets/sign-in.js'

const wakeMs = 500
const leaveMs = 3_000
const signedInForKey = 'sonde.signed-in-for'
const answeredKey = 'sonde.answered'
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
const texts = JSON.parse($('texts').dataset.texts)
const allow = $('allow')
const signInButton = $('sign-in')
let wake

function show() {
  $('answered').hidden = sessionStorage.getItem(answeredKey) !== location.search
  const session = currentSession()
  $('account').hidden = !session
  $('who').textContent = session?.name ?? session?.email ?? texts.nameless
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
    // Another account has not been asked yet.
    if (!options?.switchAccount) sessionStorage.setItem(signedInForKey, location.search)
    await signIn(options)
  } catch (error) {
    sessionStorage.removeItem(signedInForKey)
    signInButton.disabled = false
    complain(`${texts.unavailable} ${error.message ?? ''}`)
  }
}

async function askForCode(session, more) {
  const query = new URLSearchParams(location.search)
  const body = Object.fromEntries(
    asked.filter((name) => query.get(name)).map((name) => [name, query.get(name)]),
  )
  const response = await fetch($('choice').dataset.endpoint, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, ...more }),
  })
  return { response, reply: await response.json() }
}

function leave(address) {
  // Without `state` an application has nothing to know its requests apart by.
  if (new URLSearchParams(location.search).get('state')) sessionStorage.setItem(answeredKey, location.search)
  location.replace(address)
}

/** Goes on by itself where that was wished by a click and allowed before; anything else is left to the buttons. */
async function goOnIfRemembered() {
  const session = currentSession()
  const implied = 'implied' in $('choice').dataset
  const clicked = sessionStorage.getItem(signedInForKey) === location.search
  sessionStorage.removeItem(signedInForKey)
  if (!session || !(implied || clicked)) return
  try {
    const { response, reply } = await askForCode(session, { remembered: true })
    if (!response.ok) return
    if (implied) return leave(reply.redirect_to)
    $('remembered').hidden = false
    const going = setTimeout(() => leave(reply.redirect_to), leaveMs)
    const stay = () => {
      clearTimeout(going)
      $('remembered').hidden = true
    }
    for (const id of ['stop', 'allow', 'deny', 'switch']) $(id).addEventListener('click', stay)
  } catch {
    // The button says what is wrong when it is pressed.
  }
}

async function decide() {
  const session = currentSession()
  if (!session) return show()
  allow.disabled = true
  $('problem').hidden = true
  try {
    const { response, reply } = await askForCode(session)
    if (response.ok) return leave(reply.redirect_to)
    if (response.status === 401) {
      forgetSession()
      show()
      return complain(texts.session_ended)
    }
    complain(response.status === 403 ? texts.not_member : `${reply.detail} (${reply.request_id})`)
  } catch {
    complain(texts.unreachable)
  }
  sleep()
}

signInButton.addEventListener('click', () => leaveToSignIn())
$('switch').addEventListener('click', () => leaveToSignIn({ switchAccount: true }))
allow.addEventListener('click', decide)
document.addEventListener('visibilitychange', sleep)
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) show()
})
show()
await goOnIfRemembered()
