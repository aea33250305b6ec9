/**
 * Common English words: to tell whether a text is English, and which words carry no topic.
 *
 * Function words alone make 40-50 % of running English, so a list of this size is enough to tell it from
 * other languages in Latin script at the 35 % line of usable.ts. Own list, kept by hand.
 */
import { stem } from './stem.ts'

const functionWords = `
a about above across after again against all almost alone along already also although always am among an and
another any anybody anyone anything anyway are aren't around as at away back be became because become been before
behind being below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't done
down due during each either else enough especially etc even ever every everybody everyone everything except far few
for from further get gets getting given go goes going gone got had hadn't has hasn't have haven't having he hence
her here hers herself him himself his how however i i'd i'll i'm i've if im in indeed instead into is isn't it its
itself just keep kept know least less let let's like likely lot lots made mainly make makes making many may maybe me
might mine more most mostly much must my myself near need needs neither never no nobody none nor not nothing now
nowhere of off often on once one ones only onto or other others otherwise ought our ours ourselves out over own
per perhaps please put quite rather really same say see seem seemed seems several shall she should shouldn't since
so some somebody someone something sometimes somewhat soon still such take than that that's the their theirs them
themselves then there there's therefore these they they're they've thing things this those though through
throughout thus til till to together too toward towards under unless until up upon us use used using usually
very via want was wasn't way ways we we'd we'll we're we've well went were weren't what whatever when whenever where
whether which while who whoever whole whom whose why will with within without won't would wouldn't yes yet you you'd
you'll you're you've your yours yourself yeah ok okay thanks thank dont cant doesnt didnt isnt wasnt wont ive theres
lately recently currently today tomorrow yesterday actually definitely generally probably simply truly
`

const commonWords = `
able absence accept access account achieve act action active activity add address admin advice afraid age ago agree
ahead allow amount annoy annual answer apart app application apply appreciate approach appropriate approve area ask
aspect assign assist attend attention audit automate automation available average avoid award aware bad balance base
basic basis bathroom bear beautiful begin behavior believe benefit best better big bill bit blame block board book
boring boss bother bottom bought box boy brand break bring broken brought budget bug build building bureaucracy burn
burnout bus business busy buy call calm camera cancel candidate capacity car care career careful carry case cash
cause celebrate center certain chair challenge chance change channel chaos chaotic charge chat cheap check chief
child childcare choice choose city clarify class clean clear clearly client close cloud coach code coffee cold
colleague collaborate collaboration come comfortable comment commit common communicate communication community
company compare compensation complain complaint complete complex complicated computer concern condition conference
confidence confident confuse confusing connect consider consistent constant constantly contact content context
continue contract contribute contribution contributor control conversation cooperate coordinate corporate cost
count country couple course cover coworker create credit crisis critical criticism cross culture current customer
cut cycle daily damage data database date day deadline deal debt decide decision deep defect define degree delay
deliver delivery demand department depend deploy describe deserve design desk detail develop developer development
difference different difficult direct direction director disagree discuss discussion distance diverse diversity
document documentation door doubt draft drive drop drown early earn easy eat education effect effective efficient
effort eight email emphasis employee employer empower encourage end energy engage engineer engineering enjoy enter
environment equal equipment error estimate evaluation evening event exactly example excellent exchange excite
exclude exhaust exist expand expect expectation expensive experience expert explain express extra extremely eye face
facility fact fail failure fair fairly faith fall family fantastic fast fault favor fear feature feedback feel
feeling field fight figure file fill final finally financial find fine finish fire first fit five fix flexibility
flexible floor flow focus follow food force forever forget form format forward found four frame free freedom
frequent frequently friend friendly front frustrate frustrating frustration full fun function fund future gain game
gap general give glad goal good govern governance grade grateful great green ground group grow growth guess guidance
guide guideline guy half hand handle handover happen happy hard hardly hardware hate head headcount health healthy
hear heard heavy help helpful hero hesitate high hire history hold holiday home honest honestly hope horrible host
hot hour house hr huge human hundred hurt idea identify ignore ill imagine impact implement important impossible
improve improvement inbox inclusion inclusive include income increase incredible industry influence inform
information infrastructure initiative input insight install integrate integration intense interest internal
international internet interrupt interruption interview invest investment invite involve isolate issue item job join
judge juggle junior keen key kid kind kitchen knowledge lack laptop large last late laugh launch law layer layoff
lead leader leadership lean learn leave left legal less lesson level library license life light limit line link list
listen little live load local location logo lonely long longer look lose loss lost loud love low lucky lunch machine
main maintain maintainer major man manage management manager market marketing match material matter maximum mean
meaning measure meet meeting member mental mention mentor mess message method metric micromanage middle mind minimum
minor minute miss mission mistake mode modern moment money monitor month monthly mood morale morning motivate
motivation mountain mouth move multiple name nearly necessary need network new news next nice night noise noisy
normal note notice number objective obvious offer office officer old onboarding online open operation opinion
opportunity option order organization organize outcome outside overall overload overtime overwhelm overwork owner
ownership pace page paid pain panel paper parent park part participate particular partner party pass past path
patience pay payment people perfect perform performance period permission person personal personally phone pick
picture piece pilot place plan plant platform play point policy polite poor popular portfolio position positive
possible post potential power practice praise prefer prepare present presentation press pressure pretty prevent
previous price pride principle print prioritize priority private privacy problem procedure process product
production productive productivity professional program progress project promise promote promotion proper properly
propose protect proud prove provide public pull purpose push quality quarter question queue quick quickly quiet quit
raise random rare rate reach react read ready real realistic reality reason reasonable receive recent recognition
recognize recommend record recruit reduce reference reflect refuse regard regular relate relationship relax release
reliable rely remember remind remote remove reorg repeat replace reply report representation request require
requirement research resource respect respond response responsibility responsible rest result retain return review
reward rewrite rid right rise risk role room round route rude rule run rush sad safe safety salary sale satisfied
satisfy save scale scared schedule scholarship school scope screen script search seat second security select sell
send senior sense separate serious seriously serve server service session set setup seven share shift ship shop short
shortage shout show sick side sign silent silo similar simple single sit site situation six skill sleep slow small
smart smooth social society soft software solution solve sort sound source space speak special specific speed spend
sponsor spread sprint stable staff stage stand standard start state status stay step stick stop store story strategy
street strength stress stressful stretch strict strong structure struggle stuck student study stuff stupid style
subject success successful suck suggest suggestion suit summer super supervisor supply support suppose sure survey
sustain switch system table talent talk target task tax teach team teammate tech technical technology tell ten term
terrible test thankful think third thought thousand threat three ticket tight time timeline tired title toilet tool
top topic total touch tough toxic track trade tradeoff train training transfer transparency transparent travel treat
tricky trip trouble trust truth try turn turnover two type unable unclear uncomfortable undermine understaffed
understand understanding unfair unhappy unrealistic unusual update upset urgent useful useless user usual vacation
valuable value various vendor venue version video view vision visible visibility visit voice volunteer vote wage wait
walk wall warm warn waste watch water weak web website week weekend weekly weird welcome wellbeing white wide willing
win wish woman wonder wonderful word work worker workflow workload workplace workshop world worry worse worst worth
wrap write wrong year yearly young zero
blog blogs ci cli docs doc devops sdk api git github slack zoom jira app apps repo repos demo demos meetup meetups
webinar webinars podcast newsletter twitter linkedin tweet forum wiki sysadmin backend frontend
`

const split = (list: string): string[] => list.split(/\s+/).filter(Boolean)

/** Words that carry no topic, with and without their apostrophe. */
export const stopWords: ReadonlySet<string> = new Set(
  split(functionWords).flatMap((word) => [word, word.replace("'", '')]),
)

const knownStems: ReadonlySet<string> = new Set([...split(functionWords), ...split(commonWords)].map(stem))

/** Whether a folded word is a common English one, in any inflection. */
export function isCommonEnglish(word: string): boolean {
  return stopWords.has(word) || knownStems.has(stem(word))
}
