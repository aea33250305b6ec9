/**
 * Three weeks at Fjordline, a made-up ferry company of 66 people: a weekly check-in three times, and one anonymous pulse
 * after an outage. Everything goes through the API, the way a dashboard, a chat bot and 66 people with mailboxes would do it.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { activateCheckIn, type CheckIn, createCheckIn, getCheckIn } from '../../contract/checkins.ts'
import type { Recipients } from '../../contract/collections.ts'
import { createMember } from '../../contract/members.ts'
import { updateOrganisation } from '../../contract/organisation.ts'
import { closePulse, createPulse, openPulse, type Pulse } from '../../contract/pulses.ts'
import type { Question } from '../../contract/questions.ts'
import { addTeamMember, createTeam } from '../../contract/teams.ts'
import { answerAll, openNext, type Read, readResults } from '../collections.ts'
import { inParallel } from '../lanes.ts'
import { createOrganisation, freeName, type Organisation, type Person } from '../organisation.ts'
import type { Progress } from '../progress.ts'
import type { Running } from '../running.ts'
import { outageAnswers, weekAnswers } from './answers.ts'
import { completeTools, type FollowUp, followUp, takeOnTools } from './follow-up.ts'
import { type Member, peopleOf, personas, type TeamName, teams } from './people.ts'

const timeZone = 'Europe/Oslo'
const openAt = '09:00'
const window = 'P2D'
const dayMs = 86_400_000
/** From Friday afternoon to Monday morning. */
const answeringMs = 65 * 3_600_000

const checkInQuestions: Question[] = [
  scale('workload', 'workload', 'My workload was manageable'),
  scale('clarity', 'clarity', 'I knew what matters most this week'),
  scale('tools', 'tools', 'My tools let me do good work'),
  scale('recognition', 'recognition', 'Good work was noticed'),
  { id: 'recommend', type: 'enps', text: 'Would you recommend Fjordline as a place to work?' },
  { id: 'week', type: 'text', text: 'What should we know about your week?', intent: 'open' },
]

const pulseQuestions: Question[] = [
  scale('calm', 'wellbeing', 'I could work calmly'),
  scale('informed', 'clarity', 'I knew what was going on'),
  { id: 'called', type: 'yes_no', text: 'Did you know whom to call?' },
  {
    id: 'heard',
    type: 'single_choice',
    text: 'How did you hear of it first?',
    options: [
      { id: 'alert', text: 'From an alert' },
      { id: 'channel', text: 'In the incident channel' },
      { id: 'traveller', text: 'From a traveller' },
    ],
  },
  { id: 'why', type: 'text', text: 'What got in the way?', intent: 'improve' },
]

function scale(id: string, driver: Question['driver'], text: string): Question {
  return { id, type: 'scale', text, min: 1, max: 5, labels: ['Not at all', 'Completely'], driver }
}

export type Story = {
  organisation: Organisation
  persons: (Person & { role: string })[]
  checkIn: CheckIn
  pulse: Pulse
  teamIds: Map<TeamName, string>
  read: Read[]
}

/** The Monday of the third week: the last one whose check-in has closed by now. */
export function lastMonday(now: Date): Temporal.ZonedDateTime {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const monday = here.subtract({ days: here.dayOfWeek - 1 }).withPlainTime(openAt)
  return Temporal.ZonedDateTime.compare(monday.add(window), here) <= 0
    ? monday
    : monday.subtract({ weeks: 1 })
}

export async function tell(running: Running, progress: Progress): Promise<Story> {
  const third = lastMonday(new Date())
  const start = third.subtract({ weeks: 2, hours: 2 })
  await running.at(dateOf(start))
  const { organisation, people, persons, teamIds, memberIds } = await makeDirectory(running, progress)
  const everyone = {
    team_ids: teams.filter(({ parent }) => parent === null).map(({ name }) => teamIds.get(name)!),
    member_ids: people.filter(({ team }) => team === null).map(({ email }) => memberIds.get(email)!),
  }
  const { admin } = organisation

  const draft = await admin.call(createCheckIn, {
    body: {
      title: weekly,
      description: 'Six questions, every Monday.',
      questions: checkInQuestions,
      recipients: everyone,
      confidentiality: { mode: 'confidential' },
      channels: ['email'],
      time_zone: timeZone,
      recurrence: {
        rrule: 'FREQ=WEEKLY;BYDAY=MO',
        starts_on: start.toPlainDate().toString(),
        time: openAt,
        mode: 'organisation_time',
      },
      window,
    },
  })
  const { id } = await admin.call(activateCheckIn, { params: { id: draft.id } })
  const chapter = { running, organisation, people, progress }
  const read = [await tellWeek(chapter, id, 1), await tellWeek(chapter, id, 2)]
  const acting: FollowUp = {
    running,
    admin,
    memberId: (name) => memberIds.get(people.find((one) => one.name === name)!.email)!,
  }
  const tools = await takeOnTools(acting, third)
  await completeTools(acting, tools, third.subtract({ days: 3 }).withPlainTime('12:00'))
  const pulse = await tellOutage(chapter, everyone, third.subtract({ days: 3 }).withPlainTime('15:00'))
  read.push(await readResults(admin, 'pulse', { ...pulse, date: pulse.opened_at!.slice(0, 10) }))
  read.push(await tellWeek(chapter, id, 3))
  await followUp(acting, tools, third)
  running.clock.real()
  const checkIn = await organisation.program.call(getCheckIn, { params: { id } })
  return { organisation, persons, checkIn, pulse, teamIds, read }
}

const weekly = 'How was your week?'

type Chapter = {
  running: Running
  organisation: Organisation
  people: Member[]
  progress: Progress
}

const dateOf = (at: Temporal.ZonedDateTime): Date => new Date(at.epochMilliseconds)

/** Teams and people, as a directory sync would make them. */
async function makeDirectory(running: Running, progress: Progress) {
  const name = await freeName(running, 'Fjordline')
  const people = peopleOf(`${name.toLowerCase().replaceAll(' ', '-')}.example`)
  const persons = personas.map((persona) => ({
    leads: undefined,
    reads: false,
    ...persona,
    email: people.find((one) => one.name === persona.name)!.email,
  }))
  const [admin, ...others] = persons
  const organisation = await createOrganisation(running, name, admin, others)
  await organisation.workspace.call(updateOrganisation, { body: { time_zone: timeZone } })
  const teamIds = new Map<TeamName, string>()
  // One after the other: where two teams are alike, the older one goes first, and that is the same at every run.
  for (const { name: team, parent, description } of teams) {
    const made = await organisation.program.call(createTeam, {
      body: {
        name: team,
        external_id: team.toLowerCase(),
        description,
        ...(parent && { parent_team_id: teamIds.get(parent) }),
      },
    })
    teamIds.set(team, made.id)
  }
  const ids = await inParallel(people, async ({ name: person, email, team }) => {
    // Whom a program adds may answer; who signs in without an invitation was added by an admin.
    const by = others.some((one) => one.email === email) ? organisation.admin : organisation.program
    const made = await by.call(createMember, {
      body: {
        name: person,
        email,
        time_zone: timeZone,
        team_ids: team === null ? [] : [teamIds.get(team)!],
      },
    })
    return [email, made.id] as const
  })
  const memberIds = new Map(ids)
  for (const person of others.filter(({ reads }) => reads)) await organisation.join(person, 'analyst')
  for (const { email, leads } of others)
    if (leads)
      await organisation.admin.call(addTeamMember, {
        params: { id: teamIds.get(leads)!, member_id: memberIds.get(email)! },
        body: { role: 'lead' },
      })
  progress.chapter(`${name}: ${teams.length} teams and ${people.length} members, by the API`)
  return { organisation, people, persons, teamIds, memberIds }
}

const events: Record<1 | 2 | 3, string> = {
  1: 'an ordinary week',
  2: 'Platform has had a new on-call rota since Friday',
  3: 'Support works with new software',
}

/** One Monday: the clock opens the check-in, people answer by the links in their mailboxes, two days later the clock closes it. */
async function tellWeek(
  { running, organisation, people, progress }: Chapter,
  checkInId: string,
  week: 1 | 2 | 3,
): Promise<Read> {
  const { program } = organisation
  const instance = await openNext(running, program, checkInId)
  const links = await mailedLinks(running.outbox, weekly, new Set(people.map(({ email }) => email)))
  const given = weekAnswers(people, week)
  await answerAll(
    running.url,
    given.map(({ person, answers }) => ({ link: links.get(person.email)!, answers })),
    progress,
  )
  await running.at(new Date(instance.closes_at))
  progress.chapter(
    `Monday ${instance.local_date}: ${events[week]}; ${given.length} of ${links.size} answer the check-in`,
  )
  return readResults(program, 'check_in_instance', { ...instance, date: instance.local_date })
}

/** An anonymous pulse by e-mail: people find their links in their mailboxes, and a call closes it on Monday morning. */
async function tellOutage(
  { running, organisation, people, progress }: Chapter,
  everyone: Recipients,
  opens: Temporal.ZonedDateTime,
) {
  const { admin } = organisation
  await running.at(dateOf(opens))
  const draft = await admin.call(createPulse, {
    body: {
      title: 'After the outage',
      topic: 'incident review',
      description: 'The booking system was down for eleven hours on Thursday. Help us to do better.',
      visibility: 'public',
      questions: pulseQuestions,
      recipients: everyone,
      confidentiality: { mode: 'anonymous' },
      channels: ['email'],
      closes_at: new Date(dateOf(opens).getTime() + 3 * dayMs).toISOString(),
    },
  })
  await admin.call(openPulse, { params: { id: draft.id } })
  await running.settle()
  const links = await mailedLinks(running.outbox, draft.title, new Set(people.map(({ email }) => email)))
  const given = outageAnswers(people)
  await answerAll(
    running.url,
    given.map(({ person, answers }) => ({ link: links.get(person.email)!, answers })),
    progress,
  )
  await running.at(new Date(dateOf(opens).getTime() + answeringMs))
  const pulse = await admin.call(closePulse, { params: { id: draft.id } })
  progress.chapter(
    `Friday ${opens.toPlainDate()}: “${pulse.title}”, anonymous, ${links.size} e-mails sent, ${given.length} answer`,
  )
  return pulse
}

type Mail = { to: string; subject: string; link: string; at: string }

/** address → the link in the newest message with this title, as it lies in the outbox */
async function mailedLinks(
  outbox: string,
  title: string,
  addresses: Set<string>,
): Promise<Map<string, string>> {
  const files = (await readdir(outbox)).filter((file) => file.endsWith('.json'))
  const messages = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(outbox, file), 'utf8')) as Mail),
  )
  return new Map(
    messages
      .filter(({ subject, to }) => subject.startsWith(title) && addresses.has(to))
      .toSorted((a, b) => (a.at < b.at ? -1 : 1))
      .map(({ to, link }) => [to, link]),
  )
}

/** Something to try out: open now, its invitations in the outbox. */
export async function openOneNow(running: Running, { organisation, teamIds }: Story): Promise<void> {
  const { admin } = organisation
  const draft = await admin.call(createPulse, {
    body: {
      title: 'Where shall the summer trip go?',
      topic: 'summer trip',
      questions: [
        {
          id: 'where',
          type: 'single_choice',
          text: 'Where to?',
          options: [
            { id: 'island', text: 'An island with a lighthouse' },
            { id: 'city', text: 'A city with good food' },
            { id: 'hut', text: 'A hut in the mountains' },
          ],
          other: true,
        },
        scale('glad', 'peers', 'I look forward to it'),
        { id: 'wish', type: 'text', text: 'What should we think of?' },
      ],
      recipients: { team_ids: [teamIds.get('Engineering')!], member_ids: [] },
      confidentiality: { mode: 'anonymous' },
      channels: ['email'],
      closes_at: new Date(Date.now() + 7 * dayMs).toISOString(),
    },
  })
  await admin.call(openPulse, { params: { id: draft.id } })
  await running.settle()
}
