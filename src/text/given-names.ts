/**
 * Given names from many languages, so that people are taken out of a text also where no roster knows them: those whom
 * answers praise or blame often work elsewhere.
 *
 * Own list, kept by hand, of names that are common where people answer surveys in English. Left out is what more often
 * means something else in such texts: words ("will", "mark" stand below as doubtful), months, places (Austin, Sydney,
 * San Diego), languages and products (Travis, Jenkins).
 */

const list = (names: string): string[] => names.trim().split(/\s+/)

const plain = list(`
aaron abbas abby abdul abdullah abel abhinav abhishek abigail abraham achim ada adaeze adam adamu aditi aditya adrian adriana
adrien agata agnes agnieszka ahmad ahmed aida aidan aiko aimee aisha aishwarya ajay ajit akash akiko akio akira akshay alaa alain
alan alana albert alberto alec alejandra alejandro aleksandar aleksander aleksandr aleksandra aleksei alena alessandra
alessandro alessio alex alexa alexander alexandra alexandre alexei alexey alexis alfonso alfred alfredo ali alice alicia alina
alisa alison alistair allan allen allison alvaro alyssa amanda amara amelia amelie amina amir amira amit amol amos amrit amy amye
ana anaïs anand ananya anas anastasia anders anderson andre andrea andreas andreea andrei andrej andres andrew andrey andrzej andy
aneta angel angela angelica angelika angelina angelo angie angus anil anish anita anja anjali ankit ankur anna annabel anne
annelies annette annie annika anouk anselm anthony antje antoine anton antonia antonio anuj anurag anya aoife arash archana ari
ariana ariel arjun arlene armand armando armin arnaud arne arnold aron arpit arthur arturo artur arun arvind asha ashish ashley
ashok ashwin asif asta astrid aubrey audra audrey august auguste aurelie avery avi axel ayesha aylin ayodele ayse
babak bahar barbara barnaby barry bart bartek bartosz bashir basil beata beatrice beatriz becca becky belinda ben benedict
benedikt benjamin benjy benny benoit bernadette bernard bernd bernhard bernie bert bertrand bess beth bethany betsy bettina
betty beverly bharat bhavesh bianca bilal birgit birgitta bjarne bjoern bjorn blaise blanca bob bobby bogdan bohdan bonnie boris
boyan brad bradley brandon branko brendan brent bret brett brian brianna bridget brigitte brittany bronwyn bruce bruno bryan
bryce bryn burak caitlin caleb callum calvin camila camilla camille candice carina carl carla carlos carlo carmen
caroline carolyn carsten cassandra cassie catalina catherine cathy cecilia cecile cedric celeste celia celine cesar chad chandra
chantal charles charlie charlotte chen cheng cheryl chiara chidi chinedu chloe chris christa christel christelle
christiaan christiane christie christina christine christof christoph christophe christopher chuck ciara cindy claire clara
clarissa claude claudia claudio claus clemens clement cliff clifford clint clinton clive cole colette colin colleen connor conor
conrad constance cora corey corinna corinne cory courtney craig cristian cristiano cristina crystal curt curtis cynthia cyril
cyrus dagmar daisuke damian damien damir dan dana dani daniel daniela daniele danielle danilo danny daphne dara daria darek daren
dario darius darko darren darryl darya dave david davide davor debbie deborah debra deepa deepak deepika deirdre delia
delphine denis denise dennis derek desmond dexter dharma dhruv diana diane diarmuid didier diederik dieter dietmar dilip
dimitri dimitrios dina dinesh dirk divya djordje dmitri dmitriy dmitry dominic dominik dominique don donald donna donny doris
dorota dorothea dorothy doug douglas dragan duncan dustin dylan dzmitry eamon eddie edgar edith edmund eduardo edward edwin
efrain eileen ekaterina elaine eleanor elena eleni eli elias elif elijah elin elina elisa elisabeth elise elizabeth ella ellen
elliot elliott elmar elodie eloise elsa elsie elvira emeka emil emile emilia emilie emilio emily emine emma emmanuel emmet enrico
enrique eoin eric erica erich erich erik erika erin ernest ernesto ernst erwin esra esteban estelle esther ethan etienne eugene
eugenia eunice eva evan evans evelyn evgeny ewa ewan fabian fabien fabio fabrice fabrizio faisal farah farhan farid fatima fatma
federica federico felicity felipe felix femi femke feng ferdinand fergus fernanda fernando filip filippo finbar fiona flavia
flavio florent florian floris fran frances francesca francesco francis francisca franck franco francois frans franz fred freddie
frederic frederick frederik frida frieda friedrich fritz gabriel gabriela gabriele gabriella gabrielle gareth garrett gary gaurav
gavin geert gemma genevieve geoff geoffrey george georges georgios gerald geraldine gerard gerardo gerhard gerrit
gertrude giacomo gianluca gianni gil giles gina giorgio giovanna giovanni gisela giulia giulio giuseppe gloria goran gordon gorka
graham gregg gregor gregorio gregory greg greta gretchen guido guilherme guillaume guillermo gunnar gunther gus gustav gustavo
gwen gwendolyn hadi haim hakan hakim halima hamid hamza hana hanna hannah hannes hans hansjoerg harald hardik hari harish harold
harriet harrison harry harsha haruka haruki haruto hasan hassan hector heidi heike heiko heiner heinrich helen helena
helene helga helmut hemant hendrik henning henri henrik henry herbert herman hermann hernan hideki hilary hilda hildegard hiroki
hiroko hiroshi holger horst howard hubert hugh hugo humberto hussein hyun iain ian ibrahim ida idris ignacio igor ihor ikram
ilan ilaria ildiko ilona ilse ilya imran ines inga inge ingo ingrid inigo ioana ioannis ira irena irene irina irma isaac isabel
isabella isabelle ishaan ismael ismail itamar ivan ivana ivo iwona jaako jaap jacek jackie jaclyn jacob jacqueline
jacques jaime jake jakob jakub jamal james jamie jana janet janice janine janis janne janusz jared jarek jaroslav jasmin jasmine
jason javier jaya jayden jayesh jayne jeanette jeanne jed jeff jefferson jeffery jeffrey jelena jenna jennifer jenny jens jeremy
jeremiah jerome jerry jess jesse jessica jessie jesus jiang jill jim jimmy jin jinsong jitka joachim joan joana joanna joanne
joao joaquin jochen jody joe joel joelle joerg joern johan johanna johannes john johnny johnson jon jonas jonathan jonathon joni
joost jordi jorg jorge jorgen jörg josé josef josefina joseph josephine josh joshua josie juan juana juanita judith judy juergen
jules julia julian juliana julie julien juliet juliette julio julius jun jung jurgen jürgen justin justine justyna jyoti kaito kaja
kalle kamal kamil kamila karan karel karen karim karin karina karl karla karolina karsten karthik kasia kaspar kate katarina
katarzyna katharina katherine kathleen kathrin kathryn kathy katia katie katja katrin katrina kavita kavya kay kayla kazuki
keiko keith kelly kelsey ken kendra kenji kenneth kenny kenta kerry kerstin kevin khaled khalid kieran kiran kirill kirk kirsten
kirsty klara klaus klaudia koen kofi konrad konstantin krishna kris krista kristen kristian kristin kristina kristof kristoffer
krystal krzysztof kunal kurt kwame kyle kylie kyra lakshmi lara larry lars lasse laszlo latisha latoya laura lauren laurence laurent
laurie lavanya lawrence lazar leah leandro leanne leila lena lennart lenny leo leon leona leonard leonardo leonid leonie leopold
leroy leslie lester leticia levi lidia liam libby lijun lila lilian liliana lina linda lindsay lindsey linh linus lionel lior
lisa lisbeth liv liz liza lois lola loren lorena lorenz lorenzo lori lorna lorraine lothar lotte lou louis louisa louise loic luc
luca lucas lucia luciana luciano lucie lucien lucinda lucja lucy ludmila ludovic ludwig luigi luis luisa luiz lukas lukasz luke lydia
lyle lynn lynne maarten maciej mackenzie maddie madeleine madeline madhu madison mads magda magdalena magnus mahdi mahesh mahmoud
maja makoto malcolm malik malin malte mandy manfred manish manisha manjunath manoj manon mansi manu manuel manuela mara marc marcel
marcela marcelo marcia marcin marco marcos marcus marek margaret margarita margaux margit margot marguerite maria mariam marian
mariana marianne maribel marie mariela marijn marilyn marina mario marion marisa marit marius marija marjan markus marlene
marlies marlon marta martha martin martina marty martyn marvin mary maryam masha masood massimo mateo mateusz mathew mathias mathieu
mathilde matias matilda matteo matthew matthias matthieu mattias matt matty maureen maurice mauricio mauro max maxim maxime
maximilian maya megan meghan mehdi mehmet mei melanie melinda melissa mercedes meredith merve mia micah michael michaela michal
michel michele michelle mick mickael miguel mihai mika mike mikael mikhail mikko mila milan milena milica milos mina mindy minh
miranda mirela miriam mirjam miroslav misha mitch mitchell mitsuki mohamed mohammad mohammed mohan mohit moira molly mona monica
monika monique moritz morten moses mostafa muhammad mukesh murali murat muriel mustafa myriam myra nadia nadine nadja nahid
naima nami nanci nancy naomi narendra nasser natalia natalie natasha nate nathalie nathan nathaniel naveen navid neha neil nele
nelson nerea nestor ngozi nicholas nick nicky nico nicola nicolai nicolas nicole niels nigel nikhil niki nikita nikki niklas
nikola nikolai nikolaos nikolas nils nina nino nisha nitin noah noam noel noelle noemi nora norbert noriko norma norman nuno oana
octavio odile ofer okan oksana olaf ole oleg oleksandr oleksii olena olga oliver olivia olivier omar onur oren orla oscar
oskar osman otto owen pablo padma padraig pallavi pamela pankaj paola paolo parisa parth pascal patrice patricia patricio
patrick patrik patrycja patty paul paula paulina pauline paulo pavan pavel pawel pedro penelope per perry peter petr petra petri phil
philip philipp philippa philippe phillip phoebe phyllis pier pierre pieter pilar pinar piotr polly pooja prakash pranav prasad
prashant prateek pratik praveen preeti prerna prisca priscilla priti priya priyanka przemek quentin quincy rachael rachel
radek radka radhika radoslav radu rafael rafaela rafal raffaele raghu rahul raimund rainer raj raja rajat rajesh rajiv rakesh ralf
ralph ramesh ramiro ramon ramona randall randy ranjit raphael raquel rashid rasmus raul ravi raymond rebecca rebekah reinhard
reinhold rekha rémi remco remy renata renate renato rene renee reuben rex reza rhonda ricardo riccardo richard rick ricky rita ritesh
ritu robert roberta roberto robbie robyn rocio roderick rodney rodolfo rodrigo roger rogelio rohan rohit roland rolf roman romain romy
ron ronald ronan ronja ronnie rory rosa rosalia rosalind rosanna rosario roseanne rosemary rosie ross roswitha roxana roxanne roy
ruben rudi rudolf rudy rupert russ russell ruth ryan ryota ryszard sabina sabine sabrina sacha sachin sahil sakura sal sally salma
salman salvador salvatore sam samantha sameer samir samira sammy samuel sandeep sander sandra sanja sanjay sanjeev santosh saoirse
sapna sara sarah sascha sasha satish satoshi saurabh scott seamus sean sebastian sebastien selena selim selina selma serena
serge sergei sergey sergio serhii seth shabnam shahid shalini shane shannon shanti sharon shashank shaun shauna shawn sheila
shelby sheldon shelley sherri shilpa shimon shinji shira shirley shiv shivani shlomo shreya shruti shubham sibylle sid siddharth sidney
siegfried sigrid silas silja silke silvia silvio simon simona simone sina sinead siobhan sivan slavica slawomir sneha sofia
sofie soledad solomon solveig sonal sonia sonja sophia sophie soren sören spencer srinivas sriram stacey stacy stan stanislav stanley
stefan stefania stefano stefanie steffen stella sten stephan stephane stephanie stephen steve steven stewart stijn stuart subhash
sudhir sue sujata sukhdeep sultan suman sumit sunil sunita suresh surya susan susana susanna susanne sushma susie suzanne svein sven
svenja svetlana swati sylvain sylvia sylvie szymon tadeusz tadashi taiwo takashi takeshi takumi tamara tamas tami tanja tanvi tanya
tara tareq tariq tarun tatiana tatjana taylor ted teemu teresa terence terrence tess tessa thad thalia thanh theo theodore theresa
therese thiago thibault thierry thijs thilo thomas thorsten tiago tiffany tilda till tilman tim timo timothy timur tina tobias todd tom
tomas tomasz tomek tommaso tommy tomoko toni tony torben tor tore torsten tracey tracy tricia tristan trond trudy truls tuan tyler
tyrone ugo ulf uli ulrich ulrike umar umberto urs ursula usha ute uwe vadim vaibhav valentin valentina valentino valeria valerie
vanessa varun vasili vasily vasyl veena venkat venkatesh vera verena vernon veronica veronika vicki vicky victor vidya vijay vikas
vikram viktor viktoria vincent vincenzo vineet vinod viola virginie vishal viswanath vitaly vitor vivek vivian viviana vivienne vlad
vladimir vojtech volker volodymyr waldemar walid wally walter wanda warren wayne wei wendy werner wesley wilfried wilhelm willem
william willy wilma wim winfried winston wojciech wolfgang xavier xiang xiaoming xin yael yann yannick yara yash yasmin yasmine yasuo
yaw yevgeny yigal yolanda yoko yosef yoshi youssef yuan yuki yuko yulia yuri yuriy yusuf yvette yvonne zach zachary zack zahra zain
zara zdenek zeynep zhang zhao zhen zheng zlatko zoe zofia zoltan zsolt zuzana
`)

// Words as well as names: taken out only with a capital inside a sentence.
const doubtful = list(`
amber angel april art bill brook brooke buddy carol chance chase cherry christian clay cliff dale dawn dean dot drew eve faith frank
gene glen grace grant guy harper hazel holly hope hunter ivy jack jade jan jay jean jewel joy ken kim kip lance lee lily lynn marc mark
may mason mercy miles min nick olive pam pat pearl penny pete ray reed rich rob robin rod rose ruby sandy scot skip sky sonny
stacy star sunny terry tony trey troy ty van victor violet wade wren art max sal per till ole star cole don kay ross tor sue gil
`)

// Common in texts on software and travel as something else; here rather a name missed than a sentence spoilt.
const otherwise = new Set(
  list('per till tor max art star min van dot may april august nova don chance hope jan'),
)

/** Folded name → whether it counts only inside a sentence. */
export const givenNames: ReadonlyMap<string, boolean> = new Map(
  [
    ...plain.map((name): [string, boolean] => [name, false]),
    ...doubtful.map((name): [string, boolean] => [name, true]),
  ]
    .map(([name, isDoubtful]): [string, boolean] => [
      name.normalize('NFKD').replaceAll(/\p{M}/gu, ''),
      isDoubtful,
    ])
    .filter(([name]) => !otherwise.has(name)),
)
