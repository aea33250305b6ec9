/** What Slack reports about a workspace while it is connected again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTeamId, slackMakers } from '../../test/access/slack.ts'
import { startSlack } from '../../test/support/receiver.ts'
import { newHouse, ok, refused, startService } from '../../test/support/sign-in-organisation.ts'
import type { Client, Reply } from '../../test/support/world.ts'
import { signatureOf } from '../respond/slack/signature.ts'

/** What happens while Slack answers to a code. */
let meanwhile = () => {}
const slack = await startSlack((method) => {
  if (method === 'oauth.v2.access') meanwhile()
  return undefined
})
const { running, idp } = await startService(slack.appEnv)
const { clock, db, url } = running
const service = { running, idp }

const connectBy = async (by: Client, team: string): Promise<Reply> =>
  by.post('/api/slack/workspaces', await slackMakers(by).newSlackCode(team))

/** Slack reports that the app was removed. @param ago  seconds */
async function reportRemoval(team: string, ago = 0): Promise<void> {
  const seconds = Math.floor(clock!.now().getTime() / 1000)
  const event = { type: 'app_uninstalled' }
  const report = {
    type: 'event_callback',
    team_id: team,
    api_app_id: 'A0001',
    event_time: seconds - ago,
    event,
  }
  const body = JSON.stringify(report)
  const headers = {
    'content-type': 'application/json',
    'x-slack-request-timestamp': String(seconds),
    'x-slack-signature': signatureOf('shhh', String(seconds), body),
  }
  assert.equal((await fetch(`${url}/slack/events`, { method: 'POST', headers, body })).status, 200)
}

test('what Slack reports about the time before a connection was made leaves it alone', async () => {
  const it = await newHouse(service)
  const team = newTeamId()
  meanwhile = () => clock!.advance(5_000)
  ok(await connectBy(it.admin, team))
  meanwhile = () => {}
  await reportRemoval(team, 2)
  assert.equal(ok(await it.admin.get('/api/slack/workspaces')).slack_workspaces[0].paused_because, null)
})

test('with as many workspaces as there may be, connecting begins only where one waits to be connected again', async () => {
  const it = await newHouse(service)
  ok(await connectBy(it.admin, newTeamId()))
  await db.pool.query(
    `insert into slack_workspaces
     select (jsonb_populate_record(w, jsonb_build_object('id', w.id || n, 'team_id', w.team_id || n))).*
     from slack_workspaces w, generate_series(2, 20) n
     where organisation_id = $1`,
    [it.organisationId],
  )
  refused(await it.admin.post('/api/slack/installations'), 422, 'unprocessable')
  clock!.advance(2_000)
  const [{ team_id: team }] = ok(await it.admin.get('/api/slack/workspaces')).slack_workspaces
  await reportRemoval(team)
  ok(await connectBy(it.admin, team))
})

test('a workspace that pauses while it is connected again stays with its organisation', async () => {
  const it = await newHouse(service)
  const team = newTeamId()
  ok(await connectBy(it.admin, team))
  clock!.advance(2_000)
  // Somebody else holds the name, so that the pause waits between the workspace and its name.
  const holder = await db.pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from names where name = $1 for update', [team])
  /** Whether so many wait for a lock, looked at a few hundred times. */
  const waiting = async (count: number): Promise<void> => {
    for (let look = 0; look < 500; look++) {
      const { rows } = await db.pool.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      if (rows.length >= count) return
    }
    assert.fail(`${count} did not wait`)
  }
  const pausing = reportRemoval(team)
  await waiting(1)
  const connecting = connectBy(it.admin, team)
  await waiting(2)
  await holder.query('rollback')
  holder.release()
  await pausing
  ok(await connecting)
  const other = await newHouse(service)
  refused(await connectBy(other.admin, team), 409, 'conflict')
})
