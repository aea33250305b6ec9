/** Texts of named views of a list. */
import { pageTexts } from '../page-texts.ts'

export const savedViewTexts = pageTexts({
  en: {
    views: 'Saved views',
    name: 'Name of this view',
    save_view: 'Save view',
    saved: 'Saved “{name}”',
    delete_view: 'Delete view: {name}',
    deleted: 'Deleted “{name}”',
    choose_first: 'Choose a tab or a filter, then save the view here under a name.',
    too_many: 'You have {count, number} views. Delete one to save another.',
    kept_here: 'Views are kept in this browser, for you alone.',
    not_kept:
      'Your browser doesn’t keep data of this site, so the view wasn’t saved. You can bookmark the page instead.',
  },
  de: {
    views: 'Gespeicherte Ansichten',
    name: 'Name dieser Ansicht',
    save_view: 'Ansicht speichern',
    saved: '„{name}“ gespeichert',
    delete_view: 'Ansicht löschen: {name}',
    deleted: '„{name}“ gelöscht',
    choose_first:
      'Wählen Sie einen Reiter oder einen Filter, dann speichern Sie die Ansicht hier unter einem Namen.',
    too_many: 'Sie haben {count, number} Ansichten. Löschen Sie eine, um eine weitere zu speichern.',
    kept_here: 'Ansichten bleiben in diesem Browser und nur für Sie.',
    not_kept:
      'Ihr Browser speichert keine Daten dieser Seite, deshalb wurde die Ansicht nicht gespeichert. Sie können ein Lesezeichen setzen.',
  },
})
