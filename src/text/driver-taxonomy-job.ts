/**
 * Phrases of the nine drivers that lie in the job itself: its amount, means, order and meaning (driver-taxonomy.ts).
 *
 * `names`: says it whatever else is said. `suggests`: says it unless the same part of the sentence names another driver
 * ("paid training" is growth). `hints`: two make a suggestion; one is enough for a comment of a few words that says no more.
 */
import { type Phrases } from './driver-taxonomy.ts'

export const jobPhrases = {
  workload: {
    names: `workload | work load | caseload | case load | overload | overloaded | overworked | overwork | too much work |
      so much work | too much to do | so much to do | too many tasks | too many projects | too many tickets |
      too many cases | too many patients | too many clients | too many students | too many customers | too many things
      | lot of work | amount of work | volume of work | quantity of work | more work than | heavy load | work pressure
      | pressure of work | not enough time | lack of time | time pressure | short on time | run out of time |
      time constraints | deadline | unrealistic timeline | unrealistic targets | tight schedule | tight timeline |
      understaffed | under staffed | understaffing | short staffed | shortstaffed | short staff | short handed |
      shorthanded | shortage of staff | staff shortage | staffing shortage | shortage of personnel | staffing level |
      staffing | lack of personnel | lack of manpower | manpower | not enough people | not enough staff |
      not enough nurses | not enough of us | too few people | too few staff | too few of us | more staff |
      more personnel | more people on | more nurses | more employees | additional staff | extra staff |
      additional employees | lack of staff | lack of people | need more people | more manpower | hire more |
      hire people | hire staff | hire additional | hire extra | recruit more | fill vacancies | fill positions |
      fill vacant positions | vacant positions | vacancies | open positions | headcount | more hands | need hands |
      extra pair of hands | long hours | long days | excessive hours | too many hours | work late | stay late |
      late nights | nights and weekends | take work home | work at home in the evening | spread thin | spread too thin
      | stretched thin | stretched too thin | stretched | juggle | swamped | drowning | overcommitted | firefighting |
      crunch | unmanageable | too many hats | many hats | many different hats | pile up | on my plate |
      under resourced | underresourced | breathing room | job of two | work of two | work of three | job of three |
      two jobs | three jobs | hectic | frantic | always behind | constantly behind | unsustainable pace | pace of work
      | work pace | fast paced | high pace | slow down | slow the pace | too busy | always busy | per nurse |
      per teacher | nurse to patient | staff to patient | staff ratio | patient ratio | class size | smaller classes |
      less work | reduce work | reduce the workload | less pressure | pressure is | too much pressure | high pressure
      | under pressure | constant pressure | more relief staff | distribution of work | work distribution |
      division of work | share the load | spread the work | time to do | time to finish | enough time |
      always in a hurry | in a hurry | rush everything | work overload | peak times | cover for | cover shifts |
      absences are not covered | replacement staff | do more with less | expected to do more | not replaced |
      nobody was replaced | never replaced | without replacement | extra duties | additional duties | extra tasks |
      piling on | pile on | doubles | double shifts | chronically short | short of nurses | short of staff |
      short of people | lost positions | cover everything | one person for | too few | more time with |
      more time for each | more bodies | bring in more people | add more people | add staff | increase staff |
      increase the number of staff | increase staffing | understrength | cannot keep up | hour days | 12 hour |
      everything done | get it all done | never finished | cannot finish | more and more work | more and more tasks |
      asked to do more | skeleton crew | skeleton staff | alone on shift | alone on the ward |
      too many responsibilities | unreasonable demands | unreasonable deadlines | unreasonable targets |
      impossible targets | impossible deadlines | last minute requests | everything is urgent | days in a row |
      shifts in a row | work through lunch | skip lunch | skip breaks | no downtime | running all day |
      catch my breath | head above water | put out fires | putting out fires | too much on | more workers |
      more drivers | more teachers | more doctors | more developers | more engineers | additional people |
      additional personnel | enough staff | enough people | enough employees | adequate staff | staff levels |
      sufficient staff | fully staffed | properly staffed | well staffed | better staffing | relaxed pace |
      reasonable workload | mandatory overtime | too much for one person | not humanly possible | peak season |
      bring in temps | agency staff | demanding job | demanding work`,
    suggests: `overtime | extra hours | extra work | work weekends | work on weekends | no time | little time | more time |
      backlog | overwhelmed | overwhelming | bandwidth | on call | staff turnover is high | more resources |
      lack of resources | human resources are short | workforce | recruitment | pressure | quotas | intense |
      intensity | several roles | relentless | too fast | rushed | rushing | multitask | multitasking`,
    hints: `busy | rush | capacity | resources | pace | time consuming | volume | staff | unsustainable | more people |
      need help | catch up | keep up with | hard | hurry | time | hire | nurses | shortage | more help | extra help`,
  },
  wellbeing: {
    names: `wellbeing | well being | wellness | welfare | stress | stressed | stressful | burnout | burn out | burned out |
      burnt out | exhausted | exhausting | exhaustion | drained | draining | fatigue | anxiety | anxious | depressed |
      depression | depressing | mental health | mental load | mentally | psychologically | unhealthy |
      wake up at night | awake at night | cannot stop thinking about work | thinking about work | nervous breakdown |
      crying | in tears | suffering | cannot sleep | not sleep | no longer sleep | sleepless | lose sleep |
      sleep badly | insomnia | headache | back pain | makes me ill | makes me sick | morale | sick leave | sick days |
      sickness | overstrained | worn out | no energy | low energy | out of energy | at my limit | breaking point |
      cannot cope | cope with | panic attack | miserable | dread going | dread coming | dread monday | happy at work |
      cannot relax | lunch break | no break | no breaks | enough breaks | more breaks | proper break | rest breaks |
      lonely | loneliness | demoralised | demoralising | demotivated | demotivating | demotivation | unmotivated |
      job satisfaction | satisfied with my job | switch off | employee assistance | counselling | counsellor | yoga |
      meditation | mindfulness | massage | fitness | gym | health and safety | occupational health | workplace safety
      | safety at work | feel safe and healthy | unsafe conditions | injuries | accidents at work | care about people
      | care about employees as people | happy employees | happy staff | happy workplace | emotionally |
      enjoy coming to work | look forward to work | like coming to work | hate coming to work | unhappy |
      healthy workplace | work makes me | grind my teeth | running on empty | on edge | wears me out | wearing me down
      | wear me down | takes its toll | toll on my | blood pressure | therapy | therapist | cry | self care |
      time to recover | recovery time | recharge | healthier | low stress | stress free | stress-free |
      emotional support | emotional toll | compassion fatigue | trauma | traumatic | peace of mind | nerves | hygiene
      | covid | feel sick | sunday evening | burned | burning out | tired all the time | always tired | so tired |
      no joy | lost my motivation | lack of motivation | boost morale | team morale | staff morale |
      positive environment | calm environment`,
    suggests: `health | healthy | sleep | tired | motivation | motivated | motivate | happiness | isolated | isolation |
      take a break | emotional | ergonomic | safety | panic | dread | frustration | frustrating | frustrated |
      feel good | feel bad | mood | positive energy | worried | recover | vaccination | ill | safe environment |
      feel comfortable`,
    hints: `happy | energy | worry | relax | rest | balance | enjoy | fun | positive | negative | safe | engagement | satisfaction |
      satisfied | comfortable`,
  },
  clarity: {
    names: `priorities | priority | prioritise | prioritisation | unclear | not clear | clarity | clear goals |
      clearer goals | clear expectations | clear direction | clearer direction | clear plan | clear role |
      clear objectives | clear instructions | clearer instructions | clear targets | clear tasks |
      clear responsibilities | clear communication of expectations | know what to do | know what i have to do |
      not know what | not know who | not know where | nobody knows who | nobody knows what | nobody knows where |
      know what is expected | know my role | roles and responsibilities | responsibilities and roles |
      responsible for what | who is responsible | who does what | what is my job | who decides | who owns |
      who is in charge | ambiguous | ambiguity | vague | contradictory | one thing one day | duties are | my duties |
      define duties | clear duties | know my duties | explained to me what | conflicting instructions |
      conflicting information | conflicting messages | conflicting demands | conflicting priorities | mixed messages |
      mixed signals | different instructions | job description | changing requirements | misaligned | alignment on |
      aligned on | better alignment | same page | definition of done | define roles | defined roles | role definition
      | define success | what success looks like | okr | okrs | where we stand | well defined | undefined |
      not defined | role unclear | role clarity | what is expected | expected of me | expectations of me |
      lack of direction | lack of guidance | clear communication | clear structure | clear guidelines |
      clear strategy for my team | consistent guidelines | consistent instructions | consistent information |
      consistency in instructions | goal setting | set goals | set expectations | setting expectations |
      clear vision for my team | clear procedures | goals are | goals for | what are the goals | moving target |
      goalposts | change their mind | changes their mind | changing their mind | not understand what |
      expectations are | understand my role | who to ask | whom to ask | who to go to | lines of responsibility |
      chain of command | same direction | different directions | overlapping responsibilities | scope creep |
      not know how to prioritise | what matters most | what comes first | clear leadership of the project |
      clear roles | roles are | role is | clear priorities | clear rules | clear information | sense of direction |
      unclear role | unclear goals | purpose of my role | building different things | not sure what i should |
      not sure what to do | not sure what is expected | not sure who is | not sure who to`,
    suggests: `goals | objective | expectations | requirements | ownership | guidance | guidelines | roadmap | targets |
      confusing | confusion | confused | alignment | aligned | conflicting | instructions | consistency | inconsistent
      | focus on fewer things | responsibilities | clearly | uncertain what`,
    hints: `clear | direction | plan | focus | expected | context | decide | consistent | understand | role | scope | structure |
      planning`,
  },
  tools: {
    names: `better tools | right tools | tooling | equipment | equipped | software | hardware | laptop | computer | pc | pcs
      | printer | scanner | tablet | licence | license | vpn | wifi | wi-fi | internet connection | slow internet |
      faster internet | servers | slow systems | system slow | systems are slow | outdated systems |
      outdated technology | old systems | legacy systems | legacy code | it systems | it system | computer system |
      systems that work | system that works | systems that talk | systems that talk to each other | newer technology |
      updated technology | new technology | technology is | better technology | technical debt | tech debt |
      build times | slow build | build slow | continuous integration | test environment | infrastructure | intranet |
      documentation | docs | knowledge base | wiki | handbook | up-to-date manual | crashes | buggy | help desk |
      helpdesk | it support | it department | tech support | technical support | desk | desks | chair | chairs |
      workstation | workspace | work space | office space | office environment | physical environment | physical space
      | standing desks | sit-stand | noise | noisy | open plan | open office | open concept | cubicle | quiet room |
      quiet space | meeting rooms | air conditioning | air con | ventilation | air quality | temperature | too cold |
      too hot | hot in summer | cold in winter | daylight | natural light | parking | car park | kitchen |
      coffee machine | canteen | cafeteria | lunch room | lunchroom | break room | staff room | breakroom | toilets |
      bathrooms | washrooms | restrooms | showers | lockers | changing room | cleaner building | cleaning of |
      cleanliness | lift is | elevator | building maintenance | old building | office building | new building |
      the building | renovate | renovation | facilities | phone system | headset | mobile phones | work phone |
      automation | automate | spreadsheet | crm | jira | microsoft teams | ms teams | sharepoint | materials |
      supplies | stationery | protective clothing | protective equipment | ppe | uniforms | vehicles |
      company vehicles | trucks are | instruments | spare parts | access to systems | access to tools |
      access to information | access to documents | access to data | information system | vending machine | forklift |
      access to the sites | access to websites | give access to | workplace is | ergonomic chairs | ergonomic desks |
      ergonomic workstation | internet access | cell phones | fleet | truck | van | tools to do |
      what we need to do our work | update the | working conditions | work conditions | physical working conditions |
      break down every | breaks down | out of order | not work properly | second screen | dual monitors | headphones |
      quiet place | place to make calls | conference rooms | copier | photocopier | paper based | paper-based | login
      | logins | single sign on | remote access | access rights | storage space | crowded | cramped | mould | mold |
      leaking | roof | carpet | fridge | microwave | gloves | latest technology | state of the art | modern technology
      | modern equipment | ai tools | reference material | repair | repairs | lifting aids | hoist | it equipment |
      it infrastructure | it problems | it issues | outdated | systems are down | keeps freezing | slow computers |
      slow network | clean toilets | clean workplace | clean environment | work environment is dirty |
      comfortable chairs | comfortable office | nice office | nice offices | beautiful office | office is |
      offices are | better office | better facilities | rest area | prayer room | smoking area | bike racks | bicycle
      | elevators | better lighting | bad lighting | new monitors | bigger monitors | two monitors | second monitor |
      heating is | heating system`,
    suggests: `tool | machine | machinery | internet | server | legacy | pipeline | ci | environments | permissions | crash |
      bugs | database | system | systems | technology | technical | dirty | network | facility | space | furniture |
      phone | phones | applications | app | platform | website | printing | building | coffee | food | snacks`,
    hints: `slow | broken | resources | upgrade | modern | access | automated | office | screen | monitor | information | update |
      comfortable | room | data | cd`,
  },
  strengths_use: {
    names: `my strengths | use my skills | uses my skills | skills are wasted | use of my skills | use my abilities |
      my abilities | use my knowledge | use my education | use my training | trained for | i was hired for | skill set
      | skillset | do what i do best | what i do best | what i am good at | i am good at | best at | my talent |
      use of talent | underused | under used | underutilised | under utilised | not utilised | overqualified |
      over qualified | boring | bored | boredom | repetitive | repetition | monotonous | monotony | mundane | tedious
      | menial | busywork | busy work | interesting work | interesting job | interesting project | interesting tasks |
      interesting cases | exciting work | exciting tasks | exciting projects | challenging work | challenging project
      | challenging tasks | not challenged | unchallenged | challenge myself | challenges me | challenges my |
      stimulating | variety | varied | varied tasks | diverse tasks | diverse work | different tasks | no two days |
      every day is different | each day is different | never boring | never dull | no two days are | wide range of |
      range of tasks | creative work | creativity | my expertise | my potential | full potential | potential wasted |
      right role | wrong role | fit for the role | suits me | love what i do | like what i do | enjoy what i do |
      love my job | like my job | love my work | like my work | love the work | enjoy my job | enjoy my work |
      enjoy the work | like the work | the work itself | the job itself | nature of the work | nature of my job |
      content of the work | type of work | kind of work | interesting and challenging | new challenges | wasted talent
      | best use | my profession | my vocation | hands on work | job rotation | rotation between tasks |
      more interesting | day to day work itself | my field of expertise | cutting edge | was hired to do | hired to do
      | hired as a | not what i signed up | solve problems | solving problems | problem solving | solving difficult |
      fascinating | passion | passionate | in my field | skills match | match my skills | suited to | utilise my |
      utilise the skills | make use of my | mindless | routine work | same thing every day | same thing over |
      uninteresting | not interesting | complex problems | dream job | below my level | beneath my | job is fun |
      work is fun | variety in | enjoy teaching | love teaching | enjoy nursing | love nursing | enjoy coding |
      my own strengths | skills are not used | not use my | using my skills | using my brain | use my brain |
      get to create | being creative | intellectually stimulating | intellectually challenging |
      projects are interesting | tasks are interesting | work is interesting | job is interesting |
      work is challenging | job is challenging | challenging and interesting`,
    suggests: `creative | good at | use my experience | enjoyable | fun work | diverse duties | my work is | my tasks |
      job content | my duties | the work i do | dull | day to day work | interesting | challenging`,
    hints: `skills | expertise | experience | enjoy | technical work | potential | fit | qualified | waste | talent |
      strength | different | tasks | the work | fun | challenge | varied | exciting`,
  },
  purpose: {
    names: `purpose | purposeful | mission | meaningful | meaningless | makes a difference | make a difference |
      making a difference | difference in the lives | difference in people | impactful | contribute to society |
      contribution to society | contributing to the community | giving back | give back | serve the public |
      serving the public | public service | serve the community | serving the community | serve others |
      service to others | help people | helping people | help others | helping others | help families |
      helping families | support families | supporting families | people in need | those in need | lives of people |
      love my clients | love my patients | love my students | love my residents | love the kids | help patients |
      helping patients | help my patients | help customers | helping customers | help clients | helping clients |
      help children | helping children | help students | helping students | patient care | caring for patients |
      caring for people | caring for others | work with patients | working with patients | work with children |
      working with children | work with kids | work with students | working with students | working with young people
      | interaction with customers | interaction with clients | interacting with customers | working with customers |
      working with clients | work with the public | students succeed | patients get better | customers happy |
      happy customers | satisfied customers | proud to work | proud of what we | proud of my work | proud of the work
      | proud of our | pride in | believe in | greater good | pointless | big picture | bigger picture |
      company values | our values | sustainability | environment friendly | climate | ethics | unethical |
      social responsibility | recommend this company | great company | good company | great place to work |
      good place to work | best place to work | love this company | love working here | love to work here |
      enjoy working here | like working here | product we build | rewarding work | work is rewarding | rewarding |
      fulfilling | fulfilled | fulfilment | sense of achievement | sense of accomplishment | accomplishment |
      good cause | have an impact | real impact | impact on people | positive impact | impact of my work |
      my work matters | work that matters | work we do matters | what i do matters | what is the point | see the point
      | why we do | core values | great organisation | great employer | good employer | reputation | useful to society
      | change lives | saving lives | save lives | smiles | environmental | planet | carbon | cares about the climate
      | social impact | sense of purpose | worthwhile | important work | work is important | valuable work |
      contribute to something | serve customers | serving customers | grateful customers | grateful patients |
      seeing patients | seeing children | improve lives | improving lives | people's lives | product is great |
      great product | good product | quality of the product | product actually | our product | good reputation |
      ashamed | embarrassed to work | part of something bigger | something bigger | make an impact | making an impact
      | helping the | help the community | working for the community | the customers are | the patients are |
      the students are | the clients are | my patients | my students | my clients | my customers | our patients |
      our students | our clients | our customers | my residents | quality of care | patient safety |
      customer satisfaction | good care | meaning of my work | meaning in my work | work has meaning |
      vulnerable people | vulnerable families`,
    suggests: `proud | pride | ethical | inspiring | quality of service | customer service | our products | the brand`,
    hints: `matter | value | world | customer | company | brand | impact | vision | product | quality | important work |
      pupils | patients | residents | clients | students | customers | the public | citizens | guests`,
  },
  autonomy: {
    names: `autonomy | autonomous | autonomously | independence | independent | independently | freedom | free to decide |
      free to choose | free hand | decide how | decide myself | decide ourselves | decide for myself | own decisions |
      make my own decisions | take decisions | authority to | more authority | decision making power | empowered |
      empowerment | empower | disempowered | trust me | trusts me | trust us | not trusted | am trusted | are trusted
      | trust employees | trust staff | trust people | trust in employees | trust in staff | no trust in us |
      micromanage | micromanagement | micro manage | micro management | micro managing | micromanaging | micromanager
      | control over my | no control | over my shoulder | permission to | permission for | approval for every |
      sign off on every | self organise | self organised | self managed | self directed | take initiative |
      take ownership | own pace | latitude | surveillance | monitoring software | treated like children |
      treat like children | treated like kids | treated like adults | treat us as adults | treated as professionals |
      too much control | control everything | less control | controlling | own initiative | being tracked |
      being watched | watched all | tracked all | ask permission | work alone | my own boss | be my own boss |
      own way of working | my own way | as i see fit | manage my own | plan my own work | organise my own |
      room to decide | say in how i do | left alone to | tells me how to | tell me how to | no one tells me how |
      plan my own | my own day | breathing down | let me do my job | let us do our jobs | let people do their jobs |
      try things out | try things | try new things | experiment | nobody interferes | no one interferes | interfere |
      own priorities | left to get on | get on with my | do my own thing | second guess | second-guess |
      breathing down my neck | hovering | watching over | constantly checking | check up on | checking up on |
      trust in me | confidence in me | entrusted | free rein | too many controls | controlled | time tracking |
      clock in | clocking | cameras | policed | babysat | hand holding | make decisions myself | allowed to decide |
      allow us to make decisions | let us make decisions | allow employees to make | decisions without | run my own |
      lead my own | self-directed | own boss | own projects`,
    suggests: `trusted | control | own responsibility | make decisions | lack of trust | no trust | initiative | responsibility
      | freedom of choice | self reliance | monitored | tracked | decide`,
    hints: `trust | approval | restricted | limited | choose | permission | rigid | ownership | responsible`,
  },
  flexibility: {
    names: `flexibility | flexible | inflexible | flextime | flexitime | flexi | flex time | flex days | work from home |
      working from home | works from home | wfh | home office | homeoffice | homeworking | remote | remotely |
      remote work | hybrid | telework | teleworking | telecommute | telecommuting | teleconnect | back to office |
      back to the office | return to office | return to the office | rto | days in the office | come to the office |
      come into the office | office days | work life balance | work-life balance | worklife balance |
      life work balance | work life | life balance | balance between work | balance work and | life outside |
      personal life | private life | home life | family life | family time | time for family | time with family |
      time for my family | more time with my | family friendly | childcare | child care | daycare | school pick up |
      from school | parental leave | maternity | paternity | part time | part-time | four day week | 4 day week |
      four-day week | compressed work | compressed week | shorter work week | shorter week | reduced hours |
      working hours | work hours | office hours are | hours of work | better hours | good hours | regular hours |
      own hours | choose my hours | set my hours | choose my own hours | predictable hours | work schedule | schedules
      | scheduling | my schedule | shift pattern | shift patterns | shift schedule | shift system | better shifts |
      shift swaps | swap shifts | choose shifts | shift changes | different shifts | fixed shifts |
      doctor's appointment | weekends free | rotating shifts | night shifts are | weekend shifts | weekend work |
      weekends off | weekend off | every weekend | rota | roster | rostering | vacation | time off | days off |
      day off | more leave | annual leave | leave policy | leave request | leave days | leave approval | special leave
      | pto | sabbatical | commute | commuting | travel time | distance to work | close to home | near home |
      near my home | location of the office | satellite office | time zone | time zones | timezone | core hours |
      after hours | outside working hours | outside of work | weekend messages | always reachable | reachable |
      last minute changes to the schedule | job sharing | job share | desk sharing from home | work anywhere |
      work from anywhere | start later | start earlier | leave early | kindergarten | nursery | school run |
      school holidays | dentist | able to start at | finish early | finish earlier | come in late | early shift |
      late shift | permanent days | short notice | schedule in advance | advance notice | unpredictable hours |
      irregular hours | fixed hours | set schedule | consistent schedule | stable schedule | steady hours |
      guaranteed hours | more hours | full time hours | zero hours | summer hours | half day | half days | fridays off
      | home working | work at home | working at home | days at home | days from home | office mandate |
      in office days | remote option | work abroad | take holidays | use my vacation | time with kids |
      time with my kids | see my kids | see my family | my children | my kids | single parent | working parents |
      elder care | carer | bereavement | personal days | unlimited pto | comp time | time in lieu | work and life |
      life and work | social life | a life outside | long commute | short commute | long way to work | hours are good
      | hours are flexible | great hours | convenient hours | part-time work | alternative work | alternate work |
      work arrangements | work options | work from different`,
    suggests: `family | holidays | holiday | balance | schedule | location | working time | travel | late changes`,
    hints: `leave | home | shift | weekend | kids | children | parents | office | appointments | evening | distance | days |
      hours`,
  },
  meetings_process: {
    names: `meeting | meetings | stand up | standup | stand-up | calls all day | in calls | video calls | zoom calls |
      bureaucracy | bureaucratic | red tape | paperwork | form filling | fill in forms | too many forms |
      administrative burden | administrative tasks | administrative work | admin work | admin tasks |
      less administration | approval process | approvals | approval takes | signatures | sign off | sign-off | signoff
      | hierarchy | hierarchical | hierarchies | workflow | workflows | work processes | processes and procedures |
      policies and procedures | procedures and policies | streamline | streamlined | simplify | simplified | handover
      | handoff | hand-off | hand off | bottleneck | slow decisions | slow decision | decisions take |
      decision process | decisions are slow | decision making | decision-making | takes too long | take too long |
      take forever | takes forever | inefficient | inefficiency | inefficiencies | efficiency | interruptions |
      interrupted | interrupt | context switching | context switch | focus time | no focus | deep work |
      too many emails | fewer emails | slack messages | notifications | duplicated work | duplicate work | duplication
      | double work | do things twice | done twice | rework | overhead | release process | disorganised | unorganised
      | well organised | badly organised | poorly organised | better organised | better organisation of |
      better planning | poor planning | lack of planning | lack of organisation | coordination | communication between
      | communication between departments | communication between units | communication among departments |
      interdepartmental communication | chaos | chaotic | timesheet | timesheets | ticket system | wait weeks |
      layers of approval | number of steps | too many steps | too many layers | levels of approval | one process |
      clear process | weeks to get | outdated processes | slow process | slow processes | work process | cumbersome |
      unnecessary steps | unnecessary work | unnecessary rules | procurement process | standardise | standardised |
      standardisation | flow of information | information flow | internal processes | status report | status reports |
      three tickets | purchasing | purchase approved | ordering process | hoops | rules and regulations | rigid rules
      | rigid processes | outdated procedures | pointless meetings | no-meeting | work planning | project planning |
      production planning | organisation of the work | work organisation | well structured | better structure |
      lack of structure | unstructured | messy | a mess | waiting time | waiting times | wait times | turnaround |
      quicker decisions | faster decisions | faster approvals | response times | distractions | distraction |
      concentrate | uninterrupted | enter data twice | data entry | double entry | record keeping | risk averse |
      best practices | best practice | sops | standard operating | continuous improvement | improve processes |
      improve the process | process improvement | processes are | process is | clear processes | better processes |
      better process | simpler processes | project management | better coordination | lack of coordination |
      poor coordination | poor organisation | better organisation | good organisation | well-organised |
      more organised | more efficient | efficiencies | less admin | admin staff | administrative support |
      improve efficiency | work more efficiently | reduce duplication | cut red tape | too many rules |
      too many policies | outdated policies | consistent policies`,
    suggests: `process | processes | procedure | procedures | administrative | administration | policy | policies | rules |
      email | emails | calendar | agenda | invites | efficient | efficiently | coordinate | compliance | blocked |
      blocker | waiting for | wait for | approved | sprint | sprints | scrum | agile | logistics | regulations |
      organisation of work | complicated | audits | cross-functional`,
    hints: `slow | wait | rule | communication | waste of time | wasted | focus | organise | follow up | standard | tickets
      | quick | faster | forms | organisation | organised | planning | reporting | steps`,
  },
} satisfies Record<string, Phrases>
