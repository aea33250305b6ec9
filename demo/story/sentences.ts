/**
 * The comments of the people of Fjordline, which we wrote: good and bad ones for each subject, so that a comment fits the score
 * beside it. `oncall` is the workload of Platform under its new rota, `desk` are the tools of Support. `pointing` names somebody or a way to reach them ({colleague}, {email}, {phone}): no reader may ever see that.
 */

export type Subject =
  | 'workload'
  | 'tools'
  | 'recognition'
  | 'clarity'
  | 'meetings'
  | 'peers'
  | 'wellbeing'
  | 'growth'
  | 'manager'
  | 'flexibility'

export const sentencesBySubject: Record<Subject | 'oncall' | 'desk', { good: string[]; bad: string[] }> = {
  workload: {
    good: [
      'The workload was fair this week and I finished what I had planned.',
      'There was enough time to do things well, which I enjoyed.',
      'I could turn down extra work without trouble, and that felt good.',
      'Two of us shared the tickets and the amount of work felt right.',
      'We moved a deadline early instead of rushing, and that was a relief.',
      'My plate is full but not overflowing, so I am happy with the pace of work.',
      'The backlog is shrinking and I am glad to go home on time.',
    ],
    bad: [
      'There is no time left for anything but firefighting.',
      'Too many tickets, too few hands, and no end in sight.',
      'The backlog is endless and overwhelming.',
      'I worked late three times because the deadline did not move.',
      'Overtime has become normal, which worries me.',
      'I am drowning in small requests that nobody sorts.',
    ],
  },
  oncall: {
    good: ['The new on-call rota works well so far.', 'A quiet week on call, I slept well.'],
    bad: [
      'I was on call three nights and am too tired to work during the day.',
      'The new on-call rota means too much work for too few people.',
      'I am stretched thin between alerts and project work.',
      'My workload doubled since the rota changed and nothing was taken away.',
      'Nights and weekends on call are exhausting, and the days are as full as before.',
      'We are understaffed on the rota and it shows in every sprint.',
      'I cannot keep up with the pages and the roadmap at the same time.',
      'Being woken twice a night makes the extra hours even worse.',
      'The pager is on call duty without end, and I am worn out.',
      'On-call every second week is unbearable, people will leave over it.',
    ],
  },
  desk: {
    good: [
      'The new support desk software is a joy, I find every booking in seconds.',
      'Since the new tooling arrived I close tickets twice as fast.',
      'The new tool shows the whole history of a traveller, which is great.',
      'Templates in the new ticket system are a relief, they save me an hour a day.',
      'The automation of refunds is excellent and takes away the dullest part of the job.',
      'I love the new ticket tool, even the keyboard shortcuts are good.',
      'The new desk tool is reliable and easy, my best week here so far.',
      'Search in the new tool works well, travellers get quick answers.',
    ],
    bad: [
      'The old ticket software crashes whenever I open two tickets.',
      'Our tools are slow and I copy bookings by hand between three systems.',
      'The support desk software is outdated and travellers wait because of it.',
      'The ticket system is so slow in the morning that travellers get angry.',
      'The phone system drops calls and then people are angry with us.',
      'The ticket tool loses half of what I type, which is awful.',
      'I have to use two broken tools to answer one simple question.',
      'The desk software is buggy and nobody fixes it.',
    ],
  },
  tools: {
    good: [
      'Search in the knowledge base finally works well.',
      'The new laptop is fast, and all my tools work reliably.',
      'Automation of the releases is a great help.',
      'My laptop and the software on it are fast and reliable.',
      'The build pipeline became noticeably faster, thank you.',
      'Documentation for the booking service is clear and helpful now.',
    ],
    bad: [
      'I lose half an hour a day to a broken search in the knowledge base.',
      'We still track refunds in a spreadsheet and it goes wrong every week.',
      'The test environment is broken more often than it works.',
      'Slow builds make me lose my thread many times a day.',
      'I have no access to the tools that I need for harbour data.',
      'The documentation is out of date and wrong in important places.',
    ],
  },
  recognition: {
    good: [
      'It was nice to hear thanks from the captain of the Bergen line.',
      'Our work on the timetable was praised in front of everyone.',
      'I felt valued when my idea was credited to me.',
      'A small thank you after the long weekend meant a lot.',
      'Good work gets noticed here and I like that.',
      'Winning the harbour contract was celebrated, and the whole team felt appreciated.',
      'I was praised for exactly what I did well, good to hear.',
    ],
    bad: [
      'Nobody notices the quiet work that keeps things running, which is sad.',
      'I feel that my effort is taken for granted.',
      'Our work was ignored and others were named for it.',
      'That hard weekend went unnoticed, not a word of recognition.',
      'Loud people are noticed, quiet effort stays unappreciated.',
      'Mistakes are criticised at once, and recognition never comes.',
      'I do not feel valued for what I did this month.',
    ],
  },
  clarity: {
    good: [
      'Priorities were clear and did not change halfway.',
      'I know what is expected of me, and that is a good feeling.',
      'The goals for the season are clear, which helps a lot.',
      'It was easy to see who decides what.',
      'The plan for the week was simple and good.',
      'The roadmap finally says what we leave out, a great help.',
      'Clear responsibilities made the handover smooth.',
    ],
    bad: [
      'Priorities changed twice without a word, which is annoying.',
      'It is unclear who owns the timetable data.',
      'I get contradictory requests from two sides.',
      'The goals are vague, so everyone works on something else.',
      'I do not know what is expected of me in this project.',
      'We started over because the requirements were not clear.',
      'Who decides about refunds is a mystery, and that is frustrating.',
      'The roadmap is confusing and contradicts itself.',
    ],
  },
  meetings: {
    good: [
      'Fewer meetings this week, and better ones.',
      'The short planning meeting worked very well.',
      'A morning without meetings let me concentrate, please keep it.',
      'Decisions were quick and the process felt light.',
      'The retrospective was open and useful.',
    ],
    bad: [
      'Too many meetings without a result.',
      'Half of my meetings are a waste and could be a message.',
      'The approval process is slow and eats whole days.',
      'Status meetings repeat what is already written down, a waste of time.',
      'Every small change needs three approvals, which is tedious.',
      'Back to back meetings all day are exhausting.',
    ],
  },
  peers: {
    good: [
      'My colleagues helped me at once, a great team.',
      'Working with the harbour team was a pleasure.',
      'Great teamwork: together we solved it and laughed a lot.',
      'Teamwork between support and product was really good.',
      'I can ask my teammates anything and they are glad to help.',
      'The newcomers fit in well and bring good energy to the team.',
    ],
    bad: [
      'Cooperation between the teams is poor, each blames the other.',
      'We are told about changes too late by the other team.',
      'There is tension in the team that nobody talks about.',
      'Working in silos makes simple things hard.',
      'My colleagues are all too busy to answer, and I feel alone.',
    ],
  },
  wellbeing: {
    good: [
      'I feel rested and motivated this week.',
      'The mood in the team is good and I enjoy my work.',
      'It was a calm week, and I had energy left in the evening.',
      'Taking a real lunch break again does me good.',
      'I slept well for the first time in weeks.',
    ],
    bad: [
      'I am tired and it gets worse from week to week.',
      'The stress follows me home.',
      'I feel exhausted after every night shift.',
      'I sleep badly because the pager may go off at any time.',
      'I am close to burning out and do not know whom to tell.',
      'Morale is low since the outage.',
    ],
  },
  growth: {
    good: [
      'The training on ferry safety was excellent.',
      'I learned a lot from pairing this week.',
      'I was given a new task and enjoy what I learn.',
      'The course budget is generous and easy to use.',
    ],
    bad: [
      'There is no time for learning and I feel I stand still.',
      'I see no career path for somebody in my role.',
      'The training was cancelled again, which is disappointing.',
      'My career development is ignored, sadly.',
    ],
  },
  manager: {
    good: [
      'My manager listened and acted quickly, which was great.',
      'My lead shields us from noise, which I appreciate.',
      'The one-to-one with my manager was honest and helpful.',
      'I feel well supported by my manager when a call goes badly.',
    ],
    bad: [
      'My manager cancelled our one-to-one for the third time.',
      'My manager is no help when customers shout at us.',
      'My lead looks over my shoulder all day, which is annoying.',
      'My manager controls every detail, which is frustrating.',
    ],
  },
  flexibility: {
    good: [
      'Working from home two days a week suits me very well.',
      'I could move my hours for the school holidays, thanks.',
      'Flexible hours made a difficult week easy.',
    ],
    bad: [
      'The fixed shifts make family life hard.',
      'Only one day of working from home is disappointing.',
      'Swapping a shift is far too complicated.',
    ],
  },
}

/** After the outage: what got in the way, and what went well. */
export const outage: { good: string[]; bad: string[] } = {
  good: [
    'The status page was updated often and that helped me a lot.',
    'The incident channel was calm and well led.',
    'I knew my role and the handover worked very well.',
    'Rolling back was quick once we knew what it was.',
    'Support got honest answers from engineering within minutes, great.',
    'The runbook was good and saved us time.',
  ],
  bad: [
    'Nobody knew who was leading the incident, it was chaos.',
    'It was unclear who decides about switching to the spare site.',
    'The same people had been on call the night before and were exhausted.',
    'We had too few people on call for an outage of this size.',
    'The runbook was outdated and the first steps were wrong.',
    'The monitoring tool was slow and showed green for half an hour.',
    'I had no access to the system that was broken.',
    'Travellers told us that the system was down, an embarrassing way to learn it.',
    'Too many people talked at once in the incident channel.',
    'The alert failed because it went to a dead phone.',
    'Deploying the fix took an hour because the pipeline was stuck.',
    'I got contradictory messages about what to tell travellers.',
    'Responsibilities between Platform and Product were not clear.',
    'I was alone on the phones for two hours with an angry queue.',
    'There was no break for eleven hours, which is not healthy.',
    'The documentation of the failover is missing half of the steps.',
    'Updates came so late that I promised things which were wrong.',
    'The database tool crashed just when we needed it.',
    'The stress in the room was awful and nobody called for a pause.',
    'We lost an hour waiting for an approval while everything was broken.',
  ],
}

export const pointing: string[] = [
  'A big thank you to {colleague}, who stayed late to help me.',
  'Without {colleague} the week would have been a disaster.',
  '{colleague} explained the new rota to me twice, very patiently.',
  'If you want to know more, write to me at {email}.',
  'Call me on {phone} if you want the details.',
  'I think {colleague} should get credit for the fix.',
]
