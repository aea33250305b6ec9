/**
 * The people of Fjordline, who are made up: 66 in five teams and a management of four. Legal is small on purpose: whatever
 * its three people say must never be seen on its own.
 */

export type TeamName = 'Engineering' | 'Platform' | 'Product' | 'Support' | 'Sales' | 'Legal'

export type Member = { name: string; email: string; team: TeamName | null }

/** Parents come first. Engineering has no people of its own: it is Platform and Product together. */
export const teams: { name: TeamName; parent: TeamName | null; description: string }[] = [
  { name: 'Engineering', parent: null, description: 'Everyone who builds the booking system' },
  { name: 'Platform', parent: 'Engineering', description: 'Servers, deployments, on-call' },
  { name: 'Product', parent: 'Engineering', description: 'What travellers see' },
  { name: 'Support', parent: null, description: 'Answers travellers and harbours' },
  { name: 'Sales', parent: null, description: 'Ferry lines and harbours' },
  { name: 'Legal', parent: null, description: 'Contracts and privacy' },
]

const named: Record<TeamName | 'Management', string> = {
  Engineering: '',
  Platform:
    'Ingrid Solheim, Tariq Benali, Yuki Arakawa, Piotr Zawadzki, Adaeze Nwankwo, Mateo Villalobos, Sanna Rautio, Bilal Qureshi, Linh Pham, Oskar Lindqvist, Zeynep Karaca, Nikhil Deshmukh, Femke Hoekstra, Dmitri Volkov, Amara Diallo, Rosalind Achebe',
  Product:
    'Leila Farahani, Kwame Mensah, Sofia Lundgren, Ravi Subramanian, Camille Fournier, Anouk Verhoeven, Tomasz Kowalczyk, Noor Haddad, Emeka Okafor, Saoirse Gallagher, Haruto Ishikawa, Elif Yilmaz, Paulo Cardoso, Katarina Horvat, Jonas Eriksen',
  Support:
    'Astrid Bakken, Chidi Eze, Priya Raghavan, Luca Ferrari, Ngozi Balogun, Svetlana Morozova, Diego Arriaga, Fatima Zahra Idrissi, Ewa Nowicka, Minh Tran, Gabriela Monteiro, Idris Abdi, Solveig Nygaard, Kofi Asante, Marta Kruszewska, Hamza Siddiqui',
  Sales:
    'Birgitta Holm, Alejandro Quintero, Wanjiru Kamau, Thijs van den Berg, Oluwaseun Adeyemi, Carmen Iglesias, Rahul Bhattacharya, Signe Mortensen, Giulia Marchetti, Youssef Amrani, Hanna Virtanen, Takumi Ogawa',
  Legal: 'Margarethe Winkler, Sunita Kulkarni, Eoin Flaherty',
  Management: 'Gudrun Thorsen, Babatunde Lawal, Isabel Navarro, Anders Kvale',
}

/** "Fatima Zahra Idrissi" → "fatima.idrissi" */
function mailbox(name: string): string {
  const words = name.toLowerCase().split(' ')
  return `${words[0]}.${words.at(-1)}`
}

/** Everyone, in a fixed order. @param domain of the addresses, so that each organisation has its own */
export function peopleOf(domain: string): Member[] {
  return Object.entries(named).flatMap(([team, names]) =>
    names
      .split(', ')
      .filter(Boolean)
      .map((name) => ({
        name,
        email: `${mailbox(name)}@${domain}`,
        team: team === 'Management' ? null : (team as TeamName),
      })),
  )
}

/** Who signs in by one click on the provider's sign-in page. `leads`: the team that they lead. `reads`: what everyone says, as an analyst. */
export const personas = [
  { name: 'Gudrun Thorsen', role: 'Managing director, admin of the organisation' },
  { name: 'Ingrid Solheim', role: 'Lead of Platform', leads: 'Platform' },
  { name: 'Astrid Bakken', role: 'Lead of Support', leads: 'Support' },
  { name: 'Isabel Navarro', role: 'HR analyst', reads: true },
  { name: 'Kwame Mensah', role: 'Product designer' },
] as const satisfies { name: string; role: string; leads?: TeamName; reads?: true }[]
