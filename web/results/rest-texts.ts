/** Texts of figures that leave a part of their team out, of results and of the heat map. */
import { pageTexts } from '../page-texts.ts'

export const restTexts = pageTexts({
  en: {
    rest_missing: 'Without the rest of {team}: too few people.',
    rest_counted: 'Without the rest of {team}: too few people. It is counted in {group}.',
    teams_missing: 'Without the teams that are too small to be shown.',
    partial_name: '{team} (without the rest of {team})',
    everyone: 'Everyone',
  },
  de: {
    rest_missing: 'Ohne den Rest von „{team}“: zu wenige Personen.',
    rest_counted: 'Ohne den Rest von „{team}“: zu wenige Personen. Er zählt bei „{group}“ mit.',
    teams_missing: 'Ohne die Teams, die zu klein sind, um gezeigt zu werden.',
    partial_name: '{team} (ohne den Rest von {team})',
    everyone: 'Alle',
  },
})
