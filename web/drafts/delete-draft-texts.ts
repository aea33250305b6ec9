/** Texts of an editor's menu and of the dialog before a draft is deleted. They are loaded with the menu. */
import { pageTexts } from '../page-texts.ts'

export const deleteDraftTexts = pageTexts({
  en: {
    delete: 'Delete draft…',
    delete_title: 'Delete this draft?',
    delete_effect: '“{title}” was sent to nobody. It is deleted for good.',
    delete_action: 'Delete draft',
    deleted: '“{title}” is deleted',
  },
  de: {
    delete: 'Entwurf löschen…',
    delete_title: 'Diesen Entwurf löschen?',
    delete_effect: '„{title}“ wurde an niemanden gesendet. Der Entwurf wird endgültig gelöscht.',
    delete_action: 'Entwurf löschen',
    deleted: '„{title}“ ist gelöscht',
  },
})
