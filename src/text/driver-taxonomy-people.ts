/**
 * Phrases of the nine drivers that lie in people and in what the organisation gives: who leads, who stands beside one, what
 * comes back (driver-taxonomy.ts; the three kinds are told in driver-taxonomy-job.ts).
 */
import { type Phrases } from './driver-taxonomy.ts'

export const peoplePhrases = {
  recognition: {
    names: `recognition | recognise | recognised | unrecognised | appreciation | appreciate my | appreciate employees |
      appreciate staff | appreciate people | appreciate what we do | appreciate what i do | appreciate our work |
      appreciate the work | appreciated | feel appreciated | unappreciated | underappreciated | not appreciate |
      appreciate effort | appreciate our effort | valued | undervalued | not valued | feel valued | value employees |
      value people | value staff | value us | value our work | value my work | praise | praised | compliments |
      say thanks | say thank you | says thank you | never thanked | a thank you | simple thank you | word of thanks |
      a thanks | a little thanks | thankful for my | given credit | give credit | take credit | takes credit |
      credit for | due credit | taken for granted | take for granted | for granted | acknowledge | acknowledged |
      acknowledgement | unnoticed | not noticed | nobody notices | no one notices | notice when i | go unseen |
      goes unseen | invisible | celebrate success | celebrate achievements | celebrate our | employee of the month |
      service awards | kudos | shout out | shoutout | shout-out | pat on the back | work is rewarded | rewarded for |
      reward good | reward hard work | reward performance | reward employees | rewards and recognition | my hard work
      | our hard work | hard work is | visibility of my work | just a number | not see the work | not see what i do |
      thankless | gratitude | grateful for my | reward those who | thank you from | rewards for | long service |
      nobody thanks | no one thanks | success is celebrated | sees what we do | see what we do | see what i do |
      no thanks | appreciation day | appreciation events | feel seen | being seen | feel important | feel needed |
      under valued | under appreciated | unrewarded | efforts are | my efforts | my effort | extra mile |
      above and beyond | positive reinforcement | encouragement | words of encouragement | loyalty is | loyalty |
      years of service | steal my ideas | steals my | get the credit | gets the credit | expendable | replaceable |
      disposable | not even get a | not even a thank | feel like a number | feel worthless | recognised for |
      value experience | value their employees | value its employees | values its employees | values employees`,
    suggests: `appreciate | reward | rewards | rewarded | award | awards | credit | noticed | celebrate | celebration |
      hard work | respect for my work | seen | respect for what we do`,
    hints: `value | thanks | thank | effort | success | contribution | proud | good job | great job | well done | merit`,
  },
  manager_support: {
    names: `manager | managers | line manager | direct manager | middle management | my lead | team lead | team leads |
      team leader | team leaders | group leader | shift leader | shift supervisor | crew chief | foreman |
      charge nurse | head nurse | ward manager | store manager | principal | my chief | boss | bosses | supervisor |
      supervisors | supervision | supervisory | my superior | superiors | line management | local management |
      reporting line | head of department | head of my department | department head | department heads | head of unit
      | one on one | one on ones | one to one | one-to-one | 1:1 | 1on1 | 1-on-1 | management style | poor management
      | bad management | good management | better management | great management | management skills |
      people management | incompetent management | competent management | management of our unit |
      management of the team | management of my team | support from management | support of management |
      management support | supportive management | management is supportive | my management | immediate management |
      has my back from above | cares about me | cares about us | leads support | someone to talk to | open door |
      micromanaging manager | approachable management | caring management | management cares | people skills |
      leadership of my team | leadership skills | leadership training for | leadership in my unit |
      leadership in my team | manager listens | manager cares | manager supports | manager helps | supervisor listens
      | boss listens | boss cares | boss supports | manager trusts | manager is fair | fair manager | fair boss |
      manager is open | supervisor is fair | visible management | present management | management on the floor |
      checked in on me | checks in on me | has time for me | there for me | there when i need | stands up for us |
      stand up for us | protects us | goes to bat | guides me | my leader | good leader | great leader | bad leader |
      poor leader | leaders support me | boss encourages | manager encourages | supervisor encourages |
      manager understands | boss understands | understanding boss | understanding manager | management training |
      management is helpful | helpful management | unit manager | department manager | office manager |
      assistant manager | shift manager | managers are | my direct lead | bad bosses | nice boss | trained supervisors
      | trained managers | train supervisors | train managers`,
    suggests: `unsupportive | not supported | feel supported | feel unsupported | supported by | no support | lack of support |
      more support | better support | approachable | mentoring from above | got my back | have our back | has my back
      | well led | badly led | led by example | our leader | coached by | guidance from | support from above |
      supportive environment`,
    hints: `support | supported | supportive | care | helps me | help me | listen | available | check in | leader | management |
      caring | micromanage`,
  },
  growth: {
    names: `personal growth | professional growth | room for growth | career growth | growth opportunities | grow here |
      room to grow | grow as a | grow professionally | grow personally | grown a lot | grow in my | grow into |
      opportunity to grow | opportunities to grow | career | career path | careers | promotion | promote | promoted |
      promotions | get ahead | advancement | advance within | advance my | training | trainings | trained in |
      untrained | cross train | cross training | trainers | need to be trained | be trained | on the job training |
      retrain | learn new | learn something | learn more | learn from | keep learning | always learning |
      learn every day | learn a lot | opportunity to learn | opportunities to learn | learning opportunities |
      learning and development | courses | workshops | seminars | conferences | attend conferences | conference budget
      | certification | certifications | further education | continuing education | education opportunities | tuition
      | professional development | personal development | staff development | employee development |
      career development | development plan | development opportunities | development budget |
      opportunities to develop | opportunity to develop | develop my skills | develop skills | develop myself |
      develop employees | develop people | new skills | upskill | upskilling | reskilling | skill development |
      skills training | improve my skills | next level | nowhere to go | nowhere to grow | dead-end | learning a lot |
      learning new | dead end | stagnate | stagnant | stagnation | no future | future here | future for me |
      future for myself | career ladder | internal mobility | move up | moving up | upward mobility |
      promote from within | internal candidates | job shadowing | shadowing | secondment | secondments |
      acting opportunities | temporary assignments | apprenticeship | onboarding | onboard | induction |
      orientation for new | new starters | train new | knowledge sharing | share knowledge | knowledge transfer |
      mentoring | mentorship | mentor | mentors | succession | coaching | no opportunities | few opportunities |
      lack of opportunities | lack of opportunity | more opportunities | opportunities for advancement |
      opportunities within | better opportunities | more responsibility | more responsibilities | stuck in the same |
      move forward in | leadership development | study leave | become better at | job opportunities | senior title |
      chance to lead | chance to learn | chance to grow | chances to learn | give juniors a chance | lead projects |
      stretch assignments | new role | new roles | next role | higher position | higher positions | better position |
      lateral moves | internal hiring | hire from within | hiring from within | internal applicants | degree |
      university | e-learning | elearning | online courses | language courses | learning budget | time to learn |
      time for learning | train me | train us | train staff | train employees | train people | teach me | teaches me |
      taught me | no training | skills development | gain experience | gaining experience | gain knowledge | expand my
      | broaden my | stepping stone | plateau | prospects | talent development | me to learn | me to grow |
      me to develop | learn and grow | grow and develop | learn from others | learn different |
      opportunities for growth | opportunity for growth | chances to grow | advance in | advance my career |
      career progression | job progression | progression | progress in my career | cross functional experience |
      skill building | improve myself | better myself | technical training | safety training | computer training |
      better trained | well trained | poorly trained | proper training | welcome pack | books and courses`,
    suggests: `growth | grow | growing | learn | learning | education | opportunity | opportunities | course | workshop |
      conference | coach | develop | development | next step | ladder | leadership positions | qualification |
      qualifications | teach | studies | study | internship | stuck`,
    hints: `skills | future | level | new hires | progress | seniority | knowledge | experience | advance | talent`,
  },
  voice: {
    names: `listen to us | listen to me | listen to employees | listen to staff | listen to people | listen to workers |
      listen to the staff | listen to those | listen to our | listen to what | listen to their | listen to the people
      | not listen | never listen | no one listens | nobody listens | listen more | listened to | not heard | unheard
      | my voice | our voice | no voice | give a voice | have a voice | voice heard | no say | have a say | more say |
      say in | our opinion | my opinion matters | my opinion counts | my opinion is | opinions of employees |
      opinions of staff | opinion of employees | opinion counts | opinion matters | ask for opinion |
      asks for our opinion | ask our opinion | asked for my opinion | ideas ignored | ideas are ignored |
      ideas are heard | ideas are welcome | ideas are not | suggestions are | suggestions seriously | suggestions from
      | suggestions ignored | suggestion box | staff suggestions | employee suggestions | our input | my input |
      input from | employee input | staff input | ask for input | input is | speak up | speaking up | speak out |
      speak openly | speak my mind | speak freely | say what i think | raise concerns | raise a concern |
      raise issues with management | concerns ignored | concerns are | concerns seriously | complaints ignored |
      complaints are ignored | fall on deaf ears | deaf ears | involve us | involve employees | involve staff |
      involve the people | involved in decisions | involvement in decisions | include employees in decisions |
      include us in decisions | participate in decisions | not consulted | consult | consulted | consultation |
      without asking us | never asked | ask us | asked us | ask the people who | ask employees | ask staff |
      psychological safety | psychologically safe | fear of retaliation | fear of reprisal | fear of retribution |
      reprisal | reprisals | fear of speaking | open to feedback | feedback to management | our feedback |
      employee feedback | act on feedback | act on the results | act on the survey | act on what | nothing changes |
      nothing ever changes | nothing happens | never change anything | never changes anything | taken seriously |
      take seriously | honest discussion | open discussion | open communication | shut down when | survey results |
      results of this survey | results of the survey | these surveys | feel heard | be heard | being heard | is heard
      | are heard | get heard | open to ideas | open to new ideas | open to suggestions | ask for our | ask what we |
      dare to | get a response | respond to ideas | respond to our | front line staff ideas | ask frontline |
      ask front line | ask the front line | listen to frontline | listen to front line | employee involvement |
      staff involvement | bring forward ideas | feedback from staff | feedback from employees | input into | bottom up
      | say anything | channel for complaints | anonymous channel | complaint channel | anonymous reporting |
      being included in planning | included in planning | included in decisions | include us | over our heads |
      behind our backs | hear us | hear employees | hear staff | hear what | no one hears | discuss openly |
      openly discuss | express my | express our | express opinions | share ideas | share my ideas | share our ideas |
      contribute ideas | bring ideas | innovative ideas | brainstorm | retribution | whistleblower | disagree |
      challenge decisions | answer our questions | questions are answered | democratic | a vote | union |
      works council | take our advice | ask the workers | ask the staff | not asked | before decisions are made |
      part of decisions | part of the decision | decision making input | input into decision making |
      involvement in decision making | involve employees in decision making | value our opinion | value my opinion |
      value opinions | opinion is valued | opinions are valued | opinion is not | respect my opinion |
      leadership listens | leadership that listens | leaders listen | leaders that listen | management listens |
      management that listens | we give feedback | nothing is done | nothing is ever done | nothing gets done about`,
    suggests: `listen | listening | opinion | opinions | suggestion | suggestions | input | my ideas | our ideas | new ideas |
      ignored | ignore | ignores | dismissed | afraid to | scared to | safe to | act on | surveys | concerns | voice |
      participation | ask me`,
    hints: `ideas | open | honest | decision | decisions | afraid | fear | ask | survey | heard | raise | innovation |
      openness | honesty | involve`,
  },
  peers: {
    names: `great colleagues | good colleagues | nice colleagues | my colleagues | wonderful colleagues | helpful colleagues
      | colleagues are | relationship with colleagues | great coworkers | my coworkers | good coworkers |
      coworkers are | co-workers are | my co-workers | great co-workers | good co-workers | supportive coworkers |
      supportive colleagues | relationships with coworkers | support from colleagues | support of colleagues |
      support from coworkers | teammate | teammates | team mate | team-mate | peers | teamwork | team work |
      team player | team spirit | esprit de corps | great team | good team | nice team | best team | amazing team |
      strong team | awesome team | fantastic team | wonderful team | supportive team | friendly team | helpful team |
      close team | close knit | the team is | love my team | love team | like my team | team building | teambuilding |
      team event | team events | team lunch | team outing | team cohesion | people i work with | people work with |
      people i work alongside | who i work with | great people | good people | nice people | amazing people |
      wonderful people | lovely people | friendly people | smart people | talented people | kind people |
      people are friendly | people are nice | people are great | people are kind | people are helpful | friendly staff
      | great staff | good staff | staff are friendly | staff are great | nice staff | helpful staff | friendliness |
      friendship | camaraderie | comradery | collegial | collegiality | collaboration | collaborate | collaborative |
      cooperation | cooperate | cooperative | work together | working together | pull together | stick together |
      helpful people | social events | social activities | social gatherings | summer party | christmas party |
      holiday party | after work drinks | get along | silo | silos | siloed | other departments | other teams |
      cross team | between teams | between departments | different departments | departments should talk |
      talk to each other | blame culture | blame game | blame each other | finger pointing | gossip | cliques |
      backstabbing | help each other | helping each other | help one another | support each other |
      supporting each other | trust each other | know each other | conflict with colleagues | conflict with |
      conflicts between | conflict between | interpersonal conflict | team communication | communication in the team |
      communication within the team | communication between teams | communication with my team | team atmosphere |
      work atmosphere | working atmosphere | the atmosphere | good atmosphere | friendly atmosphere | nice atmosphere
      | friendly environment | friendly work environment | good environment | work environment is friendly |
      like a family | family atmosphere | family feel | family environment | second family | work family |
      the people here | people here are | the people are | team dynamic | team dynamics | teams work well |
      sense of community | solidarity | lazy colleagues | lazy coworkers | pull their weight | do their part |
      do their share | slackers | my team has my back | newcomers | help out | helps out | everyone helps |
      us versus them | us vs them | workmates | rely on each other | look out for each other | get along well |
      outgoing people | integrate new | we laugh | laugh together | let you down | rely on my colleagues | rely on my
      | everyone is nice | everyone is friendly | everyone is kind | everyone is helpful | everyone is supportive |
      everybody is nice | great bunch | good bunch | bunch of people | good crew | great crew | my crew | the guys |
      the girls | the lads | the gang | great folks | feel welcome | warm welcome | part of a team | part of the team
      | unity | tension | tensions | bickering | two faced | two-faced | difficult colleague | hanging out |
      social club | bbq | barbecue | company trip | those i work with | working with others | work with others |
      meet new people | meeting new people | interaction with colleagues | mutual support | mutual help | mutual trust
      | good vibes | vibe | positive atmosphere | relaxed atmosphere | pleasant atmosphere | family like |
      staff get along | we get on | staff events | company events | staff party | interpersonal | relationships |
      relationship between | working relationship | bonding | the staff are | staff is friendly |
      employees are friendly | employees are nice | team members | the team members | my work friends | work friends |
      made friends | collaborating | co-operation | co-operate | team outings | company outings | work climate |
      working climate | team climate | help among | help from colleagues | help from coworkers`,
    suggests: `colleague | colleagues | coworker | coworkers | co worker | co workers | fellow employees | my team | our team |
      team | the people | friendly | friends | helpful | atmosphere | blame | people around me | social | drama |
      conflict | conflicts | working environment | work environment | sense of belonging in the team | negativity`,
    hints: `people | community | together | department | departments | fun | team member | environment | staff |
      communication | employees | attitude`,
  },
  feedback_progress: {
    names: `feedback | performance review | performance reviews | annual review | yearly review | review process | appraisal
      | appraisals | performance appraisal | evaluation | evaluations | evaluate employees | evaluated |
      performance evaluation | performance management | rating system | performance rating | performance discussions |
      performance conversation | development conversation | kpi | kpis | constructive criticism | criticism |
      criticise | criticised | code review | code reviews | how i am doing | how i'm doing | how am i doing |
      how well i am | how well i do | know if i am doing | know whether i | hear whether my | hear if my |
      tell me whether | tell me what i could | what i could do better | what i can improve | what i should improve |
      how i can improve | how to improve my work | where i stand | talk about my progress | my progress | see progress
      | my performance | progress review | check-ins | check ins | regular check-in | retrospective | retro | retros |
      post mortem | pr review | slow reviews | review time | calibration | how we are doing | how well i | goal review
      | quarterly review | do better | could do better | where i can improve | where i could improve |
      where to improve | how i performed | strengths and weaknesses | measure success | measuring performance |
      scorecard | debrief | debriefing | lessons learned | comments on my work | tell me if | no idea how i |
      no idea if i | mid-year | year-end | recognise mistakes | performance plans | performance goals |
      performance measures | performance metrics | assessment of my | evaluation process | evaluation system |
      review of my | feedback culture`,
    suggests: `review | reviews | performance | constructive | measured | assess | assessment | metrics`,
    hints: `progress | improve | rating | goals | regular | results`,
  },
  pay: {
    names: `better pay | more pay | higher pay | good pay | great pay | low pay | pay is | the pay | my pay | pay scale |
      pay scales | pay equity | pay people | pay us | pay employees | pay staff | pay more | pay well | paid more |
      paid less | paid well | well paid | poorly paid | badly paid | get paid | fair pay | fair wage | fair wages |
      fair salary | fair compensation | fairly compensated | paid properly | underpaid | under paid | overpaid |
      unpaid | overtime pay | paid overtime | overtime is paid | overtime was paid | payment | salary | salaries |
      wage | wages | compensation | compensated | remuneration | remunerated | bonus | incentives | pay raise |
      pay rise | payrise | pay increase | increase pay | increase in pay | wage increase | raise wages |
      raise salaries | increments | increment | salary increase | keep up with the cost of living | cost of living |
      inflation | benefits | benefits package | perks | perk | pension | superannuation | retirement plan | retirement
      | 401k | health insurance | health care | healthcare | health plan | health benefits | medical benefits |
      extended health | dental | vision plan | insurance | stock options | company shares | company phone | paid leave
      | paid parental leave | paid vacation | paid holidays | profit sharing | allowance | allowances | stipend |
      reimbursement | reimbursed | reimburse | expenses | mileage | transit pass | transit passes | bus pass |
      travel pass | subsidised | subsidies | subsidy | more money | good money | decent money | less money |
      little money | financial compensation | financial reward | financial incentives | financially | earn | earning |
      earnings | income | market rate | below market | salary band | lowest band | pay band | competitive salary |
      competitive pay | competitive wages | gym membership | free lunch | free lunches | company car | hourly rate |
      commission | paycheck | payroll | job security | secure job | permanent contract | a raise | raise in pay |
      no raise | merit raise | equal pay | equal wages | pay grade | pay gap | classification | reclassification |
      afford rent | afford to live | living wage | minimum wage | employee discount | discounts | free fruit |
      free food | free coffee | free snacks | free drinks | fruit basket | same money | same pay | costs went up |
      poor pay | bad pay | terrible pay | decent pay | second job | christmas bonus | holiday pay | sick pay |
      overtime rates | shift premium | premiums | pay structure | pay system | pay freeze | wage gap | wage freeze |
      annual raise | yearly raise | raise every | cost-of-living | vouchers | gift cards | discount | maternity pay |
      medical coverage | health coverage | coverage | life insurance | relocation | per diem | travel expenses |
      fringe benefits | extra pay | hazard pay | double pay | payday | collective agreement | permanent position |
      permanent jobs | temporary contracts | fixed-term | compensate us | compensate employees | compensate people |
      compensate for | pay for performance | performance pay | pay rates | pay rate | rate of pay | pay and benefits |
      salary and benefits | worth my money | underpays | pays well | pays badly | pays the bills | pay the bills |
      poverty | retain staff by paying | match the market | catch up with inflation | job is secure |
      secure employment | employment security | steady paycheck | steady income | tips from customers | yearly raises
      | regular raises | no raises | better raises | more raises | raises for`,
    suggests: `pay | paid | money | benefit | financial | funding for us | compensate | competitive | contract | job stability
      | market value | underfunded`,
    hints: `reward | budget | funds | cost | afford | raise | equity | security | contracts | increase | package`,
  },
  leadership_change: {
    names: `leadership | senior leadership | senior leaders | senior management | senior managers | upper management |
      higher management | top management | top managers | executive | executives | executive team | exec | execs |
      c-level | c level | c-suite | ceo | cto | cfo | coo | director | directors | deputy | deputies | president |
      vice president | founders | owner of the company | owners | headquarters | head office | corporate office |
      management team | leadership team | higher ups | higher-ups | the top | people at the top | top down | top-down
      | strategy | company direction | direction of the company | direction of the organisation |
      direction the company | company vision | vision for the future | clear vision | lack of vision | reorganisation
      | reorganise | reorganisations | reorg | re-org | restructure | restructuring | restructured | merger |
      acquisition | acquired by | layoff | lay off | laid off | layoffs | redundancy | redundancies | job cuts |
      cost cutting | cost cuts | budget cuts | downsizing | outsourcing | privatisation | change management |
      constant change | constant changes | too much change | too many changes | many changes |
      changes are communicated | change of direction | changing everything | changes everything |
      direction keeps changing | organisational change | implementing change | instability | transparency | town hall
      | all hands | all-hands | company communication | corporate communication | internal communication |
      communication from | communication with management | communication from the top | communicate changes |
      inform employees | inform staff | keep us informed | keep staff informed | kept informed | being informed |
      well informed | not informed | kept in the dark | turnover | attrition | people leaving | people leave |
      everyone is leaving | good people leave | staff leaving | retention | retain staff | retain employees |
      keep good people | hiring freeze | new management | management decisions | decisions of management |
      board of directors | board members | the board | from the top | from above | at the top | out of touch |
      front line reality | lead by example | trust in leadership | trust management | trust the management |
      trust leadership | trust the leaders | trust senior | new owners | care about profit | only about profit |
      profit over people | bottom line | trust in management | management and staff | management and employees |
      gap between management | poor leadership | good leadership | long term plan | long term vision |
      company culture change | business decisions | ministry | minister | government | growth of the company |
      hear about decisions | decisions from the newspaper | last to know | last to hear | grapevine |
      management changes | change of leadership | change in leadership | new ceo | new director | vps | vp | chairman
      | managing director | general manager | the partners | administrators | hospital administration | superintendent
      | chief executive | corporate greed | corporate level | hq | head quarters | leaders who | promises |
      walk the talk | say one thing and do another | future of the company | where we are going |
      where the company is going | company is heading | transformation | hidden agenda | disconnected | disconnect |
      ivory tower | visibility of leaders | visible leadership | meet the ceo | town halls | newsletters |
      communication about | updates from | regular updates | share information | information sharing |
      sharing of information | inform us | inform the staff | keep us updated | what is going on | high turnover |
      low turnover | losing people | losing good people | losing staff | resigned | resignations | strategy sounds |
      explained to us why | lack of communication | poor communication | better communication | more communication |
      improve communication | communication is | communication skills of leaders | improved communication |
      good communication | clear communication | communicate better | communicate more | open communication from |
      lack of leadership | strong leadership | stronger leadership | change leadership | change the leadership |
      change management team | get rid of management | replace management | management style at the top |
      leadership style | leaders are | leaders need | leaders should | quality of leadership | senior level |
      senior leader | senior executives | senior staff | senior people | long term thinking | long-term planning |
      strategic planning | strategic direction | strategic plan | where we are heading | organisation is heading |
      transparency in decision making | transparency in decisions`,
    suggests: `management | promise | leaders | leader | communication | communicate | communicated | transparent | strategic |
      uncertainty | uncertain | stability | stable company | vision | rumours | pivot | secrecy |
      innovation of the company | short term thinking | governance`,
    hints: `change | changes | direction | announce | announcement | decision | decisions | future | company | trust | long term | informed |
      information | organisation`,
  },
  fairness_inclusion: {
    names: `unfair | fairness | unfairly | fairly | fair treatment | fair chance | fair process | favouritism | favorites |
      favourites | favoritism | nepotism | cronyism | friends get | who you know | by friendship | on merit |
      merit based | based on merit | play favorites | double standard | double standards | bias | biased | unbiased |
      discriminate | discriminating | discrimination | discriminatory | racism | racist | sexism | sexist | ageism |
      ageist | homophobic | harassment | harass | harassed | bullying | bully | bullied | bullies |
      hostile environment | toxic culture | toxic environment | toxic workplace | toxic atmosphere | disrespect |
      disrespectful | disrespected | mutual respect | treated with respect | respect for everyone |
      respect for each other | respect for employees | respect for all | respect people | respect employees |
      respect us | condescending | humiliate | diversity | diverse workforce | inclusion | inclusive | inclusiveness |
      equality | equal treatment | equal opportunity | equal opportunities | equal pay | equal rights | paid fairly |
      pay gap | equally | gender | women | minority | minorities | underrepresented | ethnicity | religion |
      disability | disabled | accessibility | accommodation | belonging | belong | excluded | left out | outsider |
      second class | same rules | rules are not the same | rules for everyone | apply the rules | apply policies |
      same for everyone | same standards | treated equally | treat everyone | treated differently | treated badly |
      treated poorly | treated well | treated fairly | treat people | treat employees | treat staff |
      treatment of employees | treatment of staff | office politics | internal politics | inner circle | in-group |
      integrity | accountability | accountable | poor performers | hold people accountable | consequences |
      get away with | looking the other way | look the other way | not doing their job | do not do their job |
      do nothing all day | treated like numbers | treated like a number | pulling strings | old boys club |
      reasonable accommodation | code of conduct | company culture | corporate culture | work culture |
      workplace culture | organisational culture | culture of | the culture | dignity | professionalism | like slaves
      | like machines | people as tools | as human beings | prove everything twice | as a woman | women are |
      boys club | my accent | foreigners | immigrants | skin colour | lgbt | older workers | glass ceiling |
      good shifts | special treatment | preferential treatment | privileged | unequal | inequality | inequity |
      equitable | treat me | treats people | treat us | treats us | treats employees | look down on | looks down on |
      looked down | belittle | belittled | swearing | insulted | intimidation | intimidated | threats | abusive |
      scapegoat | discipline | deadwood | dead weight | underperformers | low performers | non performers |
      fire people who | lazy people | honest and fair | kindness | courtesy | polite | decency | like a human |
      like a person | be myself | tolerant | tolerance | fair and consistent | consistently applied |
      apply rules consistently | same treatment | fair hiring | hiring practices | fair competitions |
      job competitions | hiring process is | fair hiring process | transparent hiring | best candidate |
      most qualified | qualified people | qualifications and not | people of colour | indigenous | multicultural |
      different backgrounds | different cultures | positive culture | negative culture | change the culture |
      culture change | good culture | great culture | better culture | healthy culture | fear based culture |
      high school | respectful workplace | respectful environment | respect each other | respect one another |
      respect and | more respect | lack of respect | no respect | respect from`,
    suggests: `fair | yelled at | shouted at | yell at | shout at | talk down to | talked down to | respect | respected |
      respectful | culture | toxic | rude | hostile | equal | equity | politics | political | treated | treatment |
      inclusion of | punished | ethical behaviour | justice | rumor mongering`,
    hints: `treat | welcome | same | everyone | ethical | honesty | hiring | morals | diverse | race`,
  },
} satisfies Record<string, Phrases>
